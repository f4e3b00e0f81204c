/** What a finding tells: once each, the field at fault, and the request. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { type Answer, documentOf, meet, type Outcome, type Question } from './run-harness.js';

const NOTE = parse(`
type: object
required: [text, stars]
properties:
  text: { type: string, minLength: 1, maxLength: 20 }
  stars: { type: integer, minimum: 0, maximum: 5 }
  color: { type: string, enum: [red, blue] }
`);
const isNote = new Ajv().compile(NOTE);
const fieldsOf = ({ body }: Question): Record<string, unknown> => Object(body);

describe('the findings of a run', () => {
  const document = documentOf(`
x-note: ${JSON.stringify(NOTE)}
x-shape:
  oneOf:
    - { type: object, required: [kind, radius], properties: { kind: { enum: [circle] }, radius: { type: number } } }
    - { type: object, required: [kind, width], properties: { kind: { enum: [box] }, width: { type: number } } }
x-named: { type: object, properties: { name: { type: string }, shape: { $ref: '#/x-shape' } } }
POST /fields: { takes: { $ref: '#/x-note', example: { text: hello, stars: 3, color: red } }, statuses: [201, 400] }
POST /always-broken: { takes: { $ref: '#/x-note' }, statuses: [201, 400] }
GET /fields-of-answers: { gives: { type: array, items: { $ref: '#/x-named' } }, statuses: [200] }
`);
  const named = { name: 1, shape: { kind: 'box', width: 'wide' } };
  const answer: Answer = (question) => {
    const { method, path } = question;
    const { text, stars } = fieldsOf(question);
    if (path === '/fields-of-answers' && method === 'GET') return [200, [named, named]];
    if (method !== 'POST' || path === '/fields-of-answers')
      return [405, undefined, { Allow: path === '/fields-of-answers' ? 'GET' : 'POST' }];
    if (path === '/always-broken' || (path === '/fields' && (text === null || stars === null))) return [500];
    return [isNote(question.body) ? 201 : 400];
  };
  let run: Outcome;
  before(async () => {
    const others = 'positive_data_acceptance,negative_data_rejection';
    run = await meet({ document, answer, options: `--phases examples,coverage --exclude-checks ${others}` });
  });

  /** By path: the check, the method, the status and the rule of each finding. */
  const finds: Readonly<Record<string, object>> = parse(`
fields:
  - not_a_server_error POST 500 /x-note/properties/stars/type
  - not_a_server_error POST 500 /x-note/properties/text/type
always-broken:
  - not_a_server_error POST 500 /x-note
fields-of-answers:
  - response_schema_conformance GET 200 /x-named/properties/name/type
  - response_schema_conformance GET 200 /x-shape/oneOf/1/properties/width/type
`);
  for (const [path, expected] of Object.entries(finds))
    it(`name each fault once, and the rule that is broken: ${path}`, () => {
      const found = run.findings.filter(({ operation }) => operation.endsWith(` /${path}`));
      const told = found.map(({ check, operation, answer: got, pointer }) =>
        [check, operation.split(' ')[0], got?.status, pointer.slice(1)].join(' '),
      );
      assert.deepEqual(told.sort(), expected);
    });
});

describe('a random finding', () => {
  const document = documentOf(`
POST /notes:
  takes:
    type: object
    required: [text, stars]
    properties:
      text: { type: string, maxLength: 60 }
      stars: { type: integer, minimum: 0, maximum: 1000 }
      tags: { type: array, items: { type: string, maxLength: 20 } }
  statuses: [201, 400]
`);
  const fuzz = async (seed: number) => {
    const { findings } = await meet({
      document,
      // Few random requests have more than 500 stars and a text of three characters at least.
      answer: (question) => {
        const { text, stars } = fieldsOf(question);
        return [typeof text === 'string' && [...text].length >= 3 && Number(stars) > 500 ? 500 : 201];
      },
      options: `--seed ${seed} --phases fuzzing --checks not_a_server_error --max-examples 60`,
    });
    assert.equal(findings.length, 1);
    return findings[0]?.curl.at(-1)?.replace(/127\.0\.0\.1:\d+/, '') ?? '';
  };

  it('is the same with the same seed', async () => {
    const [first, second, other] = [await fuzz(7), await fuzz(7), await fuzz(8)];
    assert.equal(first, second);
    assert.notEqual(first, other);
  });
});

describe('the curl line of a finding', () => {
  it('is short and printable, and has no secret', async () => {
    const cut = `${'a'.repeat(397)}secret`;
    const texts = ['a'.repeat(1_000_001), cut, '\u0085\u0000\u001b[2J', `it's "$HOME"`];
    const operations = texts.map(
      (text, index) =>
        `POST /text${index}: { takes: { type: string, example: ${JSON.stringify(text)} }, type: text/plain }`,
    );
    const { findings } = await meet({
      document: `
security: [{ key: [], inQuery: [], sid: [] }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    inQuery: { type: apiKey, in: query, name: api-key }
    sid: { type: apiKey, in: cookie, name: sid }
${operations.join('\n')}`,
      answer: () => [500],
      options:
        '--auth header:X-Key:secret --also cookie:sid:secret --also query:api-key:a&secret --phases examples',
    });
    const lines = findings.map(({ curl }) => curl.at(-1) ?? '');
    assert.equal(lines.length, texts.length);
    for (const line of lines) {
      assert.ok(line.length < 1000, line);
      assert.doesNotMatch(line, /sec/);
      assert.match(line, /^curl -i -X POST .*'X-Key: \*\*\*'.* 'http:[^ ]*\?api-key=\*\*\*'$/s);
    }
    assert.doesNotMatch(findings.map(({ text }) => text.replaceAll('\n', '')).join(''), /\p{C}/u);
    assert.ok(lines.some((line) => line.includes(`'it'\\''s "$HOME"'`)));
  });

  it('has bytes that are no text as bash writes them', async () => {
    const { output } = await meet({
      document: 'POST /a: { takes: { type: string } }',
      answer: ({ bytes }) => [bytes.includes(0xff) ? 200 : 400],
    });
    assert.ok(output.includes(String.raw` --data-raw $'"\xff\xfe"' `), output);
  });
});
