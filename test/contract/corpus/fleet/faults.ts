/** What can be planted into main.go, with the check that has to find it. */
import type { CheckName } from '../../harness/checks/check.js';

export const FLEET_FAULTS = {
  'latitudes end at 180': 'negative_data_rejection',
  'trucks need no payload': 'negative_data_rejection',
  'axles of trucks are dropped': 'stored_data_conformance',
  'an empty truck breaks the service': 'not_a_server_error',
  'odometers are kept as doubles': 'stored_data_conformance',
  'names of labels are lower case': 'stored_data_conformance',
  'any key may read trips': 'ignored_auth',
  'PUT brings removed vehicles back': 'use_after_free',
  'the filter by plate is ignored': 'stored_data_conformance',
  'the list shows vehicles of all': 'object_level_authorization',
  'If-None-Match is not read': 'conditional_request_conformance',
  'PUT registers the vehicle again': 'idempotency_conformance',
  'the last of eight passengers is left behind': 'stored_data_conformance',
} as const satisfies Record<string, CheckName>;
