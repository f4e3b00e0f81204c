/** Paths that tests add to the specification: lists of notes that can be written. */
import type { Schema } from '#src/contract/specification.js';

export const writable = {
  text: { type: 'string', maxLength: 4000 },
  mood: { type: 'string', enum: ['glad', 'sad'], default: 'glad' },
  done: { type: 'boolean', title: 'It is done' },
  size: { type: 'integer' },
} as const satisfies Record<string, Schema>;
/** With a field that a form can send as JSON alone. */
export const listed = {
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

/** A list of notes that can be written: `properties` are the fields of the form. */
export function notesAt(name: string, properties: Record<string, Schema>, isForm: boolean) {
  const note: Schema = { type: 'object', required: ['text'], properties };
  const content = { 'application/json': { schema: note } };
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
      requestBody: {
        content: isForm ? { ...content, 'application/x-www-form-urlencoded': { schema: note } } : content,
      },
      responses: { '201': answer(note), '400': { $ref: '#/components/responses/BadRequest' } },
    },
  };
}
