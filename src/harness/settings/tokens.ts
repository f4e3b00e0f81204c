/** `[auth.dynamic.openapi.SCHEME]`: a token that a request to the service gives, and gives anew when it has ended. */
import { asRecord, type Member } from '../document/model.js';
import { substituteIn } from './file.js';

export type TokenSource = ReturnType<typeof readTokens>[number];

export const readTokens = (schemes: Member) =>
  Object.entries(schemes).map(([scheme, node]) => {
    const given = asRecord(node);
    const payload = substituteIn(given.payload);
    const type = String(given.payload_content_type ?? 'application/json');
    const isForm = /urlencoded/.test(type);
    return {
      scheme,
      path: String(given.path),
      method: String(given.method ?? 'post').toUpperCase(),
      mediaType: type,
      body: Buffer.from(isForm ? new URLSearchParams(payload).toString() : JSON.stringify(payload)),
      /** Of the answer. */
      from: String(given.extract_from ?? 'body'),
      /** A JSON pointer, or the name of a header or a cookie. */
      selector: String(given.extract_selector),
      /** A fresh token is asked for after these. */
      renewOn: Array.isArray(given.retry_on) ? given.retry_on.map(Number) : [401],
    };
  });
