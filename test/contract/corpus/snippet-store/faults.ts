/** Every fault of the service, by the check that has to notice it. */
import type { CheckName } from '../../harness/checks/check.js';
import type { Faults, MakeFault } from './fault.js';
import { locations, pages } from './faults/addresses.js';
import { conditions } from './faults/conditional-requests.js';
import { contentTypes } from './faults/content-types.js';
import { credentials, foreignObjects } from './faults/credentials.js';
import { acceptedData, refusedData } from './faults/data.js';
import { createdResources, deletedResources } from './faults/lives.js';
import { allowHeaders, methods } from './faults/methods.js';
import { headRequests, negotiation, preflights } from './faults/negotiation.js';
import { rateLimits, repetitions } from './faults/repetitions.js';
import { requiredHeaders } from './faults/required-headers.js';
import { responseBodies } from './faults/response-bodies.js';
import { responseHeaders } from './faults/response-headers.js';
import { serverErrors } from './faults/server-errors.js';
import { statuses } from './faults/statuses.js';
import { lostData } from './faults/stored-data.js';

const BY_CHECK: Readonly<Record<CheckName, Faults>> = {
  not_a_server_error: serverErrors,
  status_code_conformance: statuses,
  content_type_conformance: contentTypes,
  response_headers_conformance: responseHeaders,
  response_schema_conformance: responseBodies,
  negative_data_rejection: acceptedData,
  positive_data_acceptance: refusedData,
  missing_required_header: requiredHeaders,
  unsupported_method: methods,
  allow_header_conformance: allowHeaders,
  use_after_free: deletedResources,
  ensure_resource_availability: createdResources,
  ignored_auth: credentials,
  object_level_authorization: foreignObjects,
  stored_data_conformance: lostData,
  accept_conformance: negotiation,
  conditional_request_conformance: conditions,
  location_conformance: locations,
  pagination_conformance: pages,
  retry_after_conformance: rateLimits,
  idempotency_conformance: repetitions,
  head_conformance: headRequests,
  cors_conformance: preflights,
};

/** A check has at least one: a name of CHECKS that is missing above does not compile. */
export const FAULTS = Object.entries(BY_CHECK).flatMap(([check, faults]) =>
  Object.entries(faults).map(([name, make]: [string, MakeFault]) => ({
    name,
    check: check as CheckName,
    make,
  })),
);
