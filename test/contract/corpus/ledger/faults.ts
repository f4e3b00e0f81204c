/** What can be planted into app.py, with the check that has to find it. */
import type { CheckName } from '../../harness/checks/check.js';

export const LEDGER_FAULTS = {
  'balances above 2^53 are rounded': 'stored_data_conformance',
  'the largest balance breaks the service': 'not_a_server_error',
  'the filter by currency is ignored': 'stored_data_conformance',
  'any currency may be asked for': 'negative_data_rejection',
  'only the first of several tags counts': 'stored_data_conformance',
  'bytes of attachments are mangled': 'stored_data_conformance',
  'the note of an attachment is dropped': 'stored_data_conformance',
  'the ETag stays when an account changes': 'conditional_request_conformance',
  'removing twice breaks the service': 'not_a_server_error',
  'balances below the smallest are taken': 'negative_data_rejection',
  'null is taken for a name': 'negative_data_rejection',
  'any locale is taken': 'negative_data_rejection',
  'PUT answers with the account as it was': 'stored_data_conformance',
  'a detached file can still be read': 'use_after_free',
  'a wrong date breaks the service': 'not_a_server_error',
} as const satisfies Record<string, CheckName>;
