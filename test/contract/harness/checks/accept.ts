/** The media type of an answer is one that the request accepts (RFC 9110, 12.5.1). */
import { isSuccess } from '../answer.js';
import { isWithin } from '../generation/media-types.js';
import { type Check, declaredResponse } from './check.js';

export const acceptConformance: Check = (subject) => {
  const { item, answer } = subject;
  const { Accept: accept } = item.headers;
  if (item.probe !== 'accept' || accept === undefined || !isSuccess(answer)) return undefined;
  const declared = declaredResponse(subject);
  if (!declared || answer.bytes.length === 0 || answer.mediaType === undefined) return undefined;
  if (isWithin(answer.mediaType, accept)) return 'kept';
  return {
    message: `A request with Accept: ${accept} got ${answer.mediaType}.`,
    pointer: `${declared.pointer}/content`,
    subject: accept,
  };
};
