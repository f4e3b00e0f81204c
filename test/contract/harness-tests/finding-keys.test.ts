/** Which findings are one, and which are two: by check, operation, status, rule and field. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json, type Meeting, meet, namesOf } from './meet.js';

const NOTE = {
  type: 'object',
  required: ['text', 'stars'],
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 20 },
    stars: { type: 'integer', minimum: 0, maximum: 5 },
    color: { type: 'string', enum: ['red', 'blue'] },
  },
  example: { text: 'hello', stars: 3, color: 'red' },
};
const notes = (responses: object) => ({
  paths: { '/notes': { post: { requestBody: { required: true, ...json(NOTE) }, responses } } },
});
const isText = (value: unknown) =>
  typeof value === 'string' && [...value].length >= 1 && [...value].length <= 20;
const isStars = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 5;
const isColor = (value: unknown) => value === undefined || value === 'red' || value === 'blue';
const isNote = ({ text, stars, color }: Record<string, unknown>) =>
  isText(text) && isStars(stars) && isColor(color);

describe('findings', () => {
  it('of one operation that differ in their status are all reported', async () => {
    const { findings } = await meet({
      document: notes({ 201: {} }),
      answer: ({ method, body, headers }) => {
        if (method !== 'POST') return [405, undefined, { Allow: 'POST' }];
        if (!/json$/.test(headers['content-type'] ?? '')) return [415];
        return [typeof body === 'object' && body !== null && isNote(Object(body)) ? 201 : 400];
      },
      options: ['--checks', 'status_code_conformance'],
    });
    assert.deepEqual(findings.map(({ answer }) => answer?.status).sort(), [400, 415]);
  });

  it('of one operation that break on different fields are all reported', async () => {
    const { findings } = await meet({
      document: notes({ 201: {}, 400: {} }),
      answer: ({ body }) => {
        const { text, stars, ...rest } = Object(body);
        if (text === null || stars === null) return [500];
        return [isNote({ text, stars, ...rest }) ? 201 : 400];
      },
      options: ['--checks', 'not_a_server_error', '--phases', 'coverage'],
    });
    assert.deepEqual(findings.map(({ pointer }) => pointer.split('/').slice(-3, -1).join('/')).sort(), [
      'properties/stars',
      'properties/text',
    ]);
  });

  it('of random requests are attributed to the field that breaks the service, each once', async () => {
    const { findings } = await meet({
      document: notes({ 201: {}, 400: {} }),
      answer: ({ body }) => {
        const { stars, color } = Object(body);
        return [stars === 5 || color === 'blue' ? 500 : 201];
      },
      options: ['--checks', 'not_a_server_error', '--phases', 'fuzzing', '--max-examples', '60'],
    });
    const fields = findings.map(({ pointer }) => /properties\/(\w+)/.exec(pointer)?.[1]);
    assert.deepEqual([...new Set(fields)].sort(), ['color', 'stars']);
  });

  it('of random requests name the right field, also when a smaller request has taken the unique name', async () => {
    const taken = new Set<unknown>();
    const { findings } = await meet({
      document: notes({ 201: {}, 400: {}, 409: {} }),
      answer: ({ body }) => {
        const { text, stars } = Object(body);
        if (taken.has(text)) return [409];
        if (stars === 5) return [500];
        taken.add(text);
        return [201];
      },
      options: ['--checks', 'not_a_server_error', '--phases', 'coverage,fuzzing', '--max-examples', '60'],
    });
    const fields = findings.map(({ pointer }) => /properties\/(\w+)$/.exec(pointer)?.[1]);
    assert.deepEqual(fields, ['stars']);
  });

  it('of a request that always fails are reported once, whatever is varied in it', async () => {
    const run = await meet({
      document: notes({ 201: {}, 400: {} }),
      answer: ({ method }) => (method === 'POST' ? [500] : [405, undefined, { Allow: 'POST' }]),
      options: ['--checks', 'not_a_server_error,positive_data_acceptance'],
    });
    assert.deepEqual(namesOf(run), ['not_a_server_error POST /notes']);
  });

  it('of an answer name each field that is wrong, and the rule of the branch that was meant', async () => {
    const shape = {
      oneOf: [
        {
          type: 'object',
          required: ['kind', 'radius'],
          properties: { kind: { enum: ['circle'] }, radius: { type: 'number' } },
        },
        {
          type: 'object',
          required: ['kind', 'width'],
          properties: { kind: { enum: ['box'] }, width: { type: 'number' } },
        },
      ],
    };
    const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, shape } };
    const { findings } = await meet({
      document: { paths: { '/a': { get: { responses: { 200: json(schema) } } } } },
      answer: () => [200, { name: 1, shape: { kind: 'box', width: 'wide' } }],
      options: ['--checks', 'response_schema_conformance', '--phases', 'examples'],
    });
    const told = findings.map(({ field, pointer }) => `${field} ${pointer.split('schema/').at(-1)}`).sort();
    assert.deepEqual(told, [
      '/name properties/name/type',
      '/shape/width properties/shape/oneOf/1/properties/width/type',
    ]);
  });

  it('about methods and Allow are reported once for a path, not for each operation', async () => {
    const run = await meet({
      document: { paths: { '/a': { get: { responses: { 200: {} } }, post: { responses: { 200: {} } } } } },
      answer: ({ method }) => [200, undefined, method === 'OPTIONS' ? { Allow: 'GET' } : {}],
      options: ['--checks', 'allow_header_conformance,unsupported_method', '--phases', 'coverage'],
    });
    const names = namesOf(run);
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.includes('allow_header_conformance OPTIONS /a'));
    assert.ok(names.includes('unsupported_method PATCH /a'));
  });
});

describe('a finding of the examples', () => {
  const answer: Meeting['answer'] = ({ method, body }) => {
    if (method !== 'POST') return [405, undefined, { Allow: 'POST' }];
    return [Object(body).color === 'red' ? 500 : 201];
  };
  const options = ['--checks', 'not_a_server_error', '--phases', 'examples'];

  it('names the field at fault, and shows the smallest request that fails', async () => {
    const { findings } = await meet({ document: notes({ 201: {}, 400: {} }), answer, options });
    assert.deepEqual(
      findings.map(({ pointer }) => /properties\/(\w+)$/.exec(pointer)?.[1]),
      ['color'],
    );
    assert.match(findings[0]?.curl.at(-1) ?? '', /\{"text":"hello","stars":3,"color":"red"\}/);
    assert.equal(findings[0]?.about, 'the example as application/json');
  });

  it('does not speak of an example where the document has none', async () => {
    const { example: _example, ...schema } = NOTE;
    const post = { requestBody: { required: true, ...json(schema) }, responses: { 201: {} } };
    const { findings } = await meet({
      document: { paths: { '/notes': { post } } },
      answer: () => [500],
      options,
    });
    assert.equal(findings[0]?.about, 'made-up values as application/json');
    assert.doesNotMatch(findings[0]?.curl.at(-1) ?? '', /color/);
  });
});
