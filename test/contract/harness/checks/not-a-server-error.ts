/** Whatever is sent, the service does not break; 503 is no breakage when the document announces it. */
import { type Check, declaredResponse } from './check.js';

export const notAServerError: Check = (subject) => {
  const { item, answer, configuration } = subject;
  if (configuration.expects('not_a_server_error', item.operation, answer.status)) return 'kept';
  if (answer.status === 503 && declaredResponse(subject)) return 'kept';
  // A method that nobody knows may be answered so (RFC 9110, 15.6.2).
  if (answer.status === 501 && item.probe === 'unsupported-method') return 'kept';
  return { message: `The server answered ${answer.status}.`, pointer: item.pointer };
};
