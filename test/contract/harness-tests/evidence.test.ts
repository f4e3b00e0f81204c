/** What a finding tells: once each, the field at fault, and the request. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { type Answer, json, meet, type Question, type Reply, takes } from './run-harness.js';

const NOTE = parse(`
type: object
required: [text, stars]
properties:
  text: { type: string, minLength: 1, maxLength: 20 }
  stars: { type: integer, minimum: 0, maximum: 5 }
  color: { type: string, enum: [red, blue] }
`);
const EXAMPLE = { text: 'hello', stars: 3, color: 'red' };
const isNote = new Ajv().compile(NOTE);
const post = (schema: object, ...statuses: readonly number[]) => ({
  post: { ...takes(schema), responses: Object.fromEntries(statuses.map((status) => [status, {}])) },
});
const note = post({ ...NOTE, example: EXAMPLE }, 201, 400, 409);
const fieldsOf = ({ body }: Question): Record<string, unknown> => Object(body);
const isJson = ({ headers }: Question) => /json$/.test(headers['content-type'] ?? '');

const named = parse(`
type: object
required: [name]
properties:
  name: { type: string }
  shape:
    oneOf:
      - { type: object, required: [kind, radius], properties: { kind: { enum: [circle] }, radius: { type: number } } }
      - { type: object, required: [kind, width], properties: { kind: { enum: [box] }, width: { type: number } } }
`);
const broken: Answer = () => [500];

interface Row {
  readonly phases: string;
  readonly operations: object;
  readonly answer: Answer;
  /** What is found: the check, the operation, and the end of the rule. */
  readonly finds: readonly string[];
  readonly shows?: RegExp;
}

/** Each on a path of its own. */
const ROWS: Readonly<Record<string, Row>> = {
  'each status that is not declared': {
    phases: 'examples,coverage',
    operations: post(NOTE, 201),
    answer: (question) => [isJson(question) ? (isNote(fieldsOf(question)) ? 201 : 400) : 415],
    finds: ['status_code_conformance POST post/responses', 'status_code_conformance POST post/responses'],
  },
  'each field that breaks the service': {
    phases: 'examples,coverage',
    operations: note,
    answer: (question) => {
      const { text, stars } = fieldsOf(question);
      return [text === null || stars === null ? 500 : isNote(fieldsOf(question)) ? 201 : 400];
    },
    finds: ['not_a_server_error POST properties/stars/type', 'not_a_server_error POST properties/text/type'],
  },
  'a request that always fails, once': {
    phases: 'examples,coverage',
    operations: note,
    answer: broken,
    finds: ['not_a_server_error POST application~1json/schema'],
  },
  'methods and Allow, once for a path': {
    phases: 'examples,coverage',
    operations: { get: { responses: { 200: {} } }, ...post(NOTE, 200) },
    answer: ({ method }) => [200, undefined, method === 'OPTIONS' ? { Allow: 'GET' } : {}],
    finds: ['DELETE', 'PATCH', 'PUT', 'QUERY', 'TRACE']
      .map((method) => `unsupported_method ${method} paths/PATH`)
      .concat('allow_header_conformance OPTIONS paths/PATH'),
  },
  'made-up values where there is no example': {
    phases: 'examples',
    operations: post(NOTE, 201),
    answer: broken,
    finds: ['not_a_server_error POST application~1json/schema'],
    shows: /sent: +made-up values as application\/json(?![\s\S]*color)/,
  },
  'each field of an answer that is wrong, and the branch that was meant': {
    phases: 'examples',
    operations: { get: { responses: { 200: json(named) } } },
    answer: () => [200, { name: 1, shape: { kind: 'box', width: 'wide' } }],
    finds: [
      'response_schema_conformance GET properties/name/type',
      'response_schema_conformance GET oneOf/1/properties/width/type',
    ],
  },
};

describe('the findings of a run name', () => {
  for (const phases of ['examples,coverage', 'fuzzing', 'examples']) {
    const rows = Object.entries(ROWS).filter(([, row]) => row.phases === phases);
    const running = () =>
      meet({
        document: {
          paths: Object.fromEntries(rows.map(([, { operations }], index) => [`/r${index}`, operations])),
        },
        answer: (question): Reply | Promise<Reply> => {
          const { operations = {}, answer } = rows[Number(question.path.slice(2))]?.[1] ?? {};
          if (!answer || question.path === '/') return [404];
          const methods = Object.keys(operations).map((method) => method.toUpperCase());
          const isKept = methods.includes(question.method) || methods.length > 1;
          return isKept ? answer(question) : [405, undefined, { Allow: methods.join(', ') }];
        },
        options: `--phases ${phases} --max-examples 60 --exclude-checks positive_data_acceptance,negative_data_rejection`,
      });
    let run: ReturnType<typeof running> | undefined;

    for (const [index, [what, { finds, shows }]] of rows.entries())
      it(what, async () => {
        run ??= running();
        const { findings } = await run;
        const found = findings.filter(({ name }) => name.endsWith(` /r${index}`));
        const told = found.map(({ name, rule }) => {
          const [check, method] = name.split(' ');
          return `${check} ${method} ${rule.replace(`~1r${index}`, 'PATH')}`;
        });
        const text = found.map((one) => one.text).join('\n\n');
        assert.equal(told.length, finds.length, text);
        for (const find of finds) {
          const [check, method, end = ''] = find.split(' ');
          assert.ok(
            told.some((one) => one.startsWith(`${check} ${method} `) && one.endsWith(end)),
            `${find}\n${text}`,
          );
        }
        if (shows) assert.match(text, shows);
      });
  }
});

describe('a random finding', () => {
  const schema = {
    ...NOTE,
    properties: {
      text: { type: 'string', maxLength: 60 },
      stars: { type: 'integer', minimum: 0, maximum: 1000 },
      tags: { type: 'array', items: { type: 'string', maxLength: 20 } },
    },
  };
  const fuzz = async (seed: number, toml = '') => {
    const { findings } = await meet({
      document: { paths: { '/notes': post(schema, 201, 400) } },
      // Few random requests have more than 500 stars and a text of three characters at least.
      answer: (question) => {
        const { text, stars } = fieldsOf(question);
        return [typeof text === 'string' && [...text].length >= 3 && Number(stars) > 500 ? 500 : 201];
      },
      options: `--seed ${seed} --phases fuzzing --checks not_a_server_error --max-examples 60`,
      toml,
    });
    assert.equal(findings.length, 1);
    return findings[0]?.curl.at(-1)?.replace(/127\.0\.0\.1:\d+/, '') ?? '';
  };

  it('is the same with the same seed, and shrunk to the smallest request, unless no-shrink is set', async () => {
    const [first, second] = [await fuzz(7), await fuzz(7)];
    assert.equal(first, second);
    const [, sent = ''] = /--data-raw '(.*)' http/s.exec(first) ?? [];
    const { text, stars, ...more } = JSON.parse(sent.replaceAll(`'\\''`, "'"));
    assert.deepEqual([[...text].length, stars, more], [3, 501, {}]);
    const whole = '[generation]\nno-shrink = true\n';
    const [large, other] = [await fuzz(7, whole), await fuzz(8, whole)];
    assert.doesNotMatch(large, /"stars":501/);
    assert.notEqual(large, other);
  });
});

describe('the curl line of a finding', () => {
  it('is short and printable, and has no secret', async () => {
    const texts = ['a'.repeat(1_000_001), '\u0085\u0000\u001b[2J', `it's "$HOME"`];
    const operations = texts.map((example) => ({
      post: {
        requestBody: { required: true, content: { 'text/plain': { schema: { type: 'string' }, example } } },
        responses: { 200: {} },
      },
    }));
    const { findings } = await meet({
      document: {
        security: [{ key: [], inQuery: [], sid: [] }],
        components: {
          securitySchemes: {
            key: { type: 'apiKey', in: 'header', name: 'X-Key' },
            inQuery: { type: 'apiKey', in: 'query', name: 'api-key' },
            sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
          },
        },
        paths: Object.fromEntries(operations.map((operation, index) => [`/text${index}`, operation])),
      },
      answer: () => [500],
      options: [
        ...['--auth', 'header:X-Key:secret', '--also', 'cookie:sid:secret'],
        ...['--also', 'query:api-key:a secret', '--phases', 'examples'],
      ],
    });
    const lines = findings.map(({ curl }) => curl.at(-1) ?? '');
    assert.equal(lines.length, texts.length);
    for (const line of lines) {
      assert.ok(line.length < 1000 && !/\p{C}/u.test(line), line);
      assert.doesNotMatch(line, /secret/);
      assert.match(line, /^curl -i -X POST .*'X-Key: \*\*\*'.* 'http:[^ ]*\?api-key=\*\*\*'$/);
    }
    assert.ok(lines.some((line) => line.includes(`'it'\\''s "$HOME"'`)));
  });
});
