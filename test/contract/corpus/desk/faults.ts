/** What can be planted into app.py, with the check that has to find it. */
import type { CheckName } from '../../harness/checks/check.js';

export const DESK_FAULTS = {
  'priority 0 counts as missing': 'stored_data_conformance',
  'PATCH cannot clear the due day': 'stored_data_conformance',
  'a day that does not exist breaks the service': 'not_a_server_error',
  'PUT drops the phone number': 'stored_data_conformance',
  'fields lose what follows a dot in their name': 'stored_data_conformance',
  'watchers are sorted': 'stored_data_conformance',
  'estimates are whole hours': 'stored_data_conformance',
  'numbers beyond 64 bits break the service': 'not_a_server_error',
  'the list tells no priority': 'response_schema_conformance',
  'search reads patterns': 'not_a_server_error',
  'the newest first is refused': 'positive_data_acceptance',
  'comments outlive their ticket': 'use_after_free',
  'everybody may read a comment': 'object_level_authorization',
  'the cursor skips a ticket': 'pagination_conformance',
  'what is missing is told as text': 'content_type_conformance',
} as const satisfies Record<string, CheckName>;
