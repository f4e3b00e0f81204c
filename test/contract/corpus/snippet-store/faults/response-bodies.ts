/** Bodies that are not as the document says. */
import { change, edit, isCreated, isRefused, isSnippetRead, isUsers, readJson } from '../changes.js';
import type { Faults } from '../fault.js';

export const responseBodies: Faults = {
  'a missing field': () =>
    edit(isSnippetRead, (body) => {
      delete body.title;
    }),
  'a field too many': () =>
    edit(isSnippetRead, (body) => {
      body.created = '2026-01-01';
    }),
  'null for a text': () =>
    edit(isSnippetRead, (body) => {
      body.title = null;
    }),
  'a string id': () =>
    edit(isCreated, (body) => {
      body.id = String(body.id);
    }),
  'an unknown language': () =>
    edit(isCreated, (body) => {
      body.language = 'Python';
    }),
  'a refusal without detail': () =>
    edit(isRefused, (body) => {
      delete body.detail;
    }),
  'a list wrapped in an object': () =>
    change(
      (_given, message) => isUsers(message),
      (given) => {
        const users = readJson(given.body);
        if (Array.isArray(users)) given.body = Buffer.from(JSON.stringify({ users }));
      },
    ),
  'a body that is cut off': () =>
    change(isSnippetRead, (given) => {
      given.body = given.body.subarray(0, -1);
    }),
};
