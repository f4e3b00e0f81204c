/** Every check that looks at one answer. Others look at several: see ../phases/stateful.ts and ../phases/rules/. */
import type { Check, CheckName } from './check.js';
import {
  contentTypeConformance,
  responseHeadersConformance,
  responseSchemaConformance,
  statusCodeConformance,
} from './conformance.js';
import { missingRequiredHeader, negativeDataRejection, positiveDataAcceptance } from './data.js';
import { ignoredAuth } from './ignored-auth.js';
import { allowHeaderConformance, unsupportedMethod } from './methods.js';
import { notAServerError } from './not-a-server-error.js';

export const checks: Readonly<Partial<Record<CheckName, Check>>> = {
  not_a_server_error: notAServerError,
  status_code_conformance: statusCodeConformance,
  content_type_conformance: contentTypeConformance,
  response_headers_conformance: responseHeadersConformance,
  response_schema_conformance: responseSchemaConformance,
  negative_data_rejection: negativeDataRejection,
  positive_data_acceptance: positiveDataAcceptance,
  missing_required_header: missingRequiredHeader,
  unsupported_method: unsupportedMethod,
  allow_header_conformance: allowHeaderConformance,
  ignored_auth: ignoredAuth,
};
