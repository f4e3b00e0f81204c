/** What can be planted into app.py, with the check that has to find it. */
import type { CheckName } from '../../harness/checks/check.js';

export const KITCHEN_FAULTS = {
  '401 has no challenge': 'response_headers_conformance',
  '405 has no Allow': 'unsupported_method',
  'passwords are not compared': 'ignored_auth',
  'titles may be empty': 'negative_data_rejection',
  'ingredients are not marked as optional': 'stored_data_conformance',
  'equal steps are stored once': 'stored_data_conformance',
  'a title beyond Latin-1 breaks the service': 'not_a_server_error',
  'servings are told as text': 'response_schema_conformance',
  'any page may be asked for': 'negative_data_rejection',
  'of several courses only the first counts': 'stored_data_conformance',
  'vegan=false is not a filter': 'stored_data_conformance',
  'links to the next page forget the filters': 'pagination_conformance',
  'Location has another path': 'location_conformance',
  'PATCH resets what is not sent': 'stored_data_conformance',
  'line breaks in photos are changed': 'stored_data_conformance',
  'captions lose what is not ASCII': 'stored_data_conformance',
  'everybody may remove a review': 'object_level_authorization',
  'removed reviews stay in the list': 'use_after_free',
} as const satisfies Record<string, CheckName>;
