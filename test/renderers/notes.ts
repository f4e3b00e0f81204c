/** An application with paths that are added to the specification: lists of notes that can be written. */
import { readSpecification } from '#src/contract/read-specification.js';
import type { Schema } from '#src/contract/specification.js';
import { handlers } from '#src/handlers/index.js';
import { type TestApp, useApp } from '../helpers/app.js';

const writable = {
  text: { type: 'string', maxLength: 4000 },
  mood: { type: 'string', enum: ['glad', 'sad'], default: 'glad' },
  done: { type: 'boolean', title: 'It is done' },
  size: { type: 'integer' },
} as const satisfies Record<string, Schema>;
/** With a field that a form can send as JSON alone. */
const listed = {
  ...writable,
  snippets: { type: 'array', items: { type: 'integer' }, example: [1, 2] },
} as const;

const answer = (schema: Schema) => ({
  description: 'Notes.',
  headers: {
    Allow: { $ref: '#/components/headers/Allow' },
    'Cache-Control': { $ref: '#/components/headers/NoStore' },
  },
  content: { 'application/json': { schema } },
});

function notesAt(name: string, properties: Record<string, Schema>) {
  const note: Schema = { type: 'object', required: ['text'], properties };
  const content = {
    'application/json': { schema: note },
    'application/x-www-form-urlencoded': { schema: note },
  };
  return {
    summary: 'Note List',
    'x-name': name,
    'x-browsable': true,
    'x-permissions': ['IsAuthenticatedOrReadOnly'],
    'x-throttle-scope': 'api',
    get: {
      operationId: `list${name}`,
      summary: 'List the notes',
      description: 'What people `think`.',
      security: [{}, { session: [] }],
      responses: {
        '200': answer({
          type: 'array',
          items: { ...note, properties: { id: { type: 'integer' }, ...properties } },
        }),
      },
    },
    post: {
      operationId: `write${name}`,
      summary: 'Write a note',
      security: [{ session: [] }],
      requestBody: { content },
      responses: { '201': answer(note), '400': { $ref: '#/components/responses/BadRequest' } },
    },
  };
}

const NOTES = [
  { id: 1, text: 'Neat <code>', mood: 'glad', done: true, size: 3, snippets: [1, 7] },
  ...Array.from({ length: 70 }, (_, index) => ({ id: index + 2, text: 'x'.repeat(600) })),
];

/**
 * `/notes/`, `/lists/`, which has a field that is a list, and `/pins/`, whose POST has no body. They answer what they are
 * sent, and keep none.
 */
export function useNotes(): TestApp {
  const specification = structuredClone(readSpecification());
  specification.paths['/notes/'] = notesAt('Notes', writable);
  specification.paths['/lists/'] = notesAt('Lists', listed);
  const pins = notesAt('Pins', writable);
  const { requestBody: _, ...post } = pins.post;
  specification.paths['/pins/'] = { ...pins, post };
  const list = () => ({ status: 200, body: NOTES });
  const write = ({ body }: { body: unknown }) => ({ status: 201, body: body ?? { text: 'new' } });
  // The type names the service's own operations.
  const own = { listNotes: list, writeNotes: write, listLists: list, writeLists: write };
  const ownPins = { listPins: list, writePins: write };
  const api = { specification, handlers: { ...handlers, ...own, ...ownPins } };
  return useApp({ api, env: { AUTH_SCHEMES: 'session,basic' } });
}
