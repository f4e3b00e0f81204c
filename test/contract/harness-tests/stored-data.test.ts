/** What POST stored is read back, with the optional fields that the example lacks. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json, meet, namesOf, pathParameter } from './meet.js';

const note = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', maxLength: 20 }, text: { type: 'string', maxLength: 100 } },
};

const documentOf = (shown: object) => ({
  paths: {
    '/notes': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: note, example: { title: 'A note' } } },
        },
        responses: { 201: json(shown), 400: {}, 409: {} },
      },
    },
    '/notes/{id}': {
      parameters: [pathParameter('id')],
      get: { responses: { 200: json(shown), 404: {} } },
      delete: { responses: { 204: {}, 404: {} } },
    },
  },
});

type Note = Readonly<Record<string, unknown>>;

/** As GitHub does with `insecure_ssl`: a request may have a number, and the answer only a text. */
const toldOtherwise = { ...note, properties: { title: note.properties.title, text: { type: 'boolean' } } };

/** @param store what is kept of a new note */
function run(store: (given: Note) => Note, { isUnique = false, shown = note as object } = {}) {
  const notes = new Map<string, Note>();
  let count = 0;
  const titles = () => [...notes.values()].map(({ title }) => title);
  const meeting = meet({
    document: documentOf(shown),
    options: ['--phases', 'stateful', '--checks', 'stored_data_conformance'],
    answer({ method, path, body }) {
      const id = path.replace('/notes/', '');
      if (method === 'POST') {
        const given = body as Note;
        if (isUnique && titles().includes(given.title)) return [409];
        count += 1;
        notes.set(String(count), store(given));
        return [201, given, { Location: `/notes/${count}` }];
      }
      const found = notes.get(id);
      if (!found) return [404];
      if (method !== 'DELETE') return [200, found];
      notes.delete(id);
      return [204];
    },
  });
  return meeting.then((done) => ({ names: namesOf(done), findings: done.findings, left: notes.size }));
}

const cutOff = (given: Note) => ({ ...given, text: String(given.text ?? '').slice(0, 5) });

describe('a field that the example of POST lacks', () => {
  it('is sent, read back, and no finding when it is the same', async () => {
    const { names, left } = await run((given) => given);
    assert.deepEqual(names, []);
    assert.equal(left, 0);
  });

  it('is a finding when it was cut off', async () => {
    const { names, findings } = await run(cutOff);
    assert.deepEqual(names, ['stored_data_conformance POST /notes']);
    assert.equal(findings[0]?.field, '/text');
  });

  it('is a finding too where the example can be stored only once', async () => {
    const { names } = await run(cutOff, { isUnique: true });
    assert.deepEqual(names, ['stored_data_conformance POST /notes']);
  });

  it('is not compared where the answer cannot tell it as it was sent', async () => {
    const { names } = await run(({ title }) => ({ title, text: null }), { shown: toldOtherwise });
    assert.deepEqual(names, []);
  });
});
