/** Representations that were not asked for. */
import { asRecord } from '../../../harness/document/values.js';
import { change, edit, forward, isSnippet } from '../changes.js';
import type { Faults } from '../fault.js';

export const negotiation: Faults = {
  'an Accept that is not read': () =>
    forward((message) => {
      if (isSnippet(message)) delete message.headers.accept;
    }),
};

export const headRequests: Faults = {
  'HEAD with another content type': () =>
    change(
      (given, { method }) => method === 'HEAD' && given.status === 200,
      ({ headers }) => {
        headers['content-type'] = 'text/plain';
      },
    ),
  'HEAD without the ETag': () =>
    change(
      (given, { method }) => method === 'HEAD' && given.status === 200,
      ({ headers }) => {
        delete headers.etag;
      },
    ),
};

/** What the description promises to pages of other origins. */
const DECLARED = { 'Access-Control-Allow-Origin': { schema: { type: 'string' } } };

export const preflights: Faults = {
  'CORS that is declared and not there': () =>
    edit(
      (_given, { target }) => target === '/openapi.json',
      ({ paths }) => {
        const { get } = asRecord(asRecord(paths)['/users/']);
        const { '200': found } = asRecord(asRecord(get).responses);
        Object.assign(asRecord(found), { headers: { ...asRecord(asRecord(found).headers), ...DECLARED } });
      },
    ),
};
