/** Content types that the document does not name. */
import { change, isRefused, isSnippetRead, isUsers, without } from '../changes.js';
import type { Faults } from '../fault.js';

export const contentTypes: Faults = {
  'JSON that calls itself text': () =>
    change(
      (_given, message) => isUsers(message),
      ({ headers }) => {
        headers['content-type'] = 'text/plain';
      },
    ),
  'no content type': () => without(isSnippetRead, 'content-type'),
  'XML for an error': () =>
    change(isRefused, ({ headers }) => {
      headers['content-type'] = 'application/xml';
    }),
};
