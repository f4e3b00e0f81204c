/** Options that choose operations, add headers and credentials, and load a module of hooks. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readCommandLine } from '../harness/command-line.js';
import { CannotRun } from '../harness/errors.js';
import { loadHooks } from '../harness/hooks.js';
import { json, type Meeting, meet, namesOf, type Question } from './meet.js';

const operation = (operationId: string, tag: string) => ({
  operationId,
  tags: [tag],
  responses: { 200: {}, 201: {} },
});
const document = {
  paths: {
    '/a': { get: operation('readA', 'plain'), put: operation('writeA', 'plain') },
    '/b': { get: operation('readB', 'special') },
  },
};

async function asked(options: readonly string[], more: Partial<Meeting> = {}): Promise<Question[]> {
  const questions: Question[] = [];
  await meet({
    document,
    answer: (question) => {
      questions.push(question);
      return [200];
    },
    options: ['--phases', 'examples', ...options],
    ...more,
  });
  return questions.filter(({ path }) => path !== '/');
}

describe('options for operations', () => {
  const filters: readonly [options: string, expected: readonly string[]][] = [
    ['--include-path /b', ['GET /b']],
    ['--include-method get', ['GET /a', 'GET /b']],
    ['--include-operation-id readA --include-tag special', ['GET /a', 'GET /b']],
    ['--exclude-method GET', ['PUT /a']],
    ['--include-path-regex ^/a --exclude-operation-id writeA', ['GET /a']],
  ];
  for (const [options, expected] of filters) {
    it(`choose with ${options}`, async () => {
      const questions = await asked(options.split(' '));
      assert.deepEqual(questions.map(({ method, path }) => `${method} ${path}`).sort(), expected);
    });
  }

  it('are refused when a pattern is not valid', () => {
    assert.throws(() => readCommandLine(['--include-path-regex', '(']), {
      name: CannotRun.name,
      message: /--include-path-regex: /,
    });
  });
});

describe('--header and --also', () => {
  it('send the header with every request', async () => {
    const questions = await asked(['--header', 'X-Tenant: test', '-H', 'X-Trace: 1']);
    assert.ok(questions.every(({ headers }) => headers['x-tenant'] === 'test' && headers['x-trace'] === '1'));
  });

  it('send all credentials of a user, and keep those of another user apart', async () => {
    const { self = [], other = [] } = readCommandLine([
      ...['--auth', 'bearer:a', '--also', 'header:X-API-Key:k', '--auth', 'bearer:b'],
    ]);
    assert.deepEqual([self.length, other.length], [2, 1]);
    assert.throws(() => readCommandLine(['--also', 'bearer:a']), { name: CannotRun.name });
    const [question] = await asked(['--auth', 'bearer:a', '--also', 'header:X-API-Key:k']);
    assert.deepEqual([question?.headers.authorization, question?.headers['x-api-key']], ['Bearer a', 'k']);
  });
});

describe('a login', () => {
  const LOGIN = {
    type: 'object',
    required: ['username', 'password'],
    properties: { username: { type: 'string' }, password: { type: 'string' } },
    example: { username: 'somebody', password: 'else' },
  };
  const login: Meeting = {
    document: {
      paths: {
        '/token': {
          post: { requestBody: { required: true, ...json(LOGIN) }, responses: { 200: {}, 400: {} } },
        },
      },
    },
    answer: ({ body }) => {
      const { username, password } = Object(body);
      return [username === 'ann' && password === 'pass word"' ? 200 : 400];
    },
  };

  it('is done with the name and password of --auth, and neither is printed', async () => {
    const options = ['--auth', 'basic:ann:pass word"'];
    const run = await meet({ ...login, options: [...options, '--checks', 'positive_data_acceptance'] });
    assert.deepEqual(namesOf(run), []);
    const answer: Meeting['answer'] = async (question) => {
      const [status] = await login.answer(question);
      return [status === 200 ? 500 : status];
    };
    const { findings } = await meet({
      ...login,
      answer,
      options: [...options, '--checks', 'not_a_server_error'],
    });
    assert.ok(findings.length > 0);
    assert.ok(findings.every(({ curl }) => curl.every((line) => !line.includes('pass word'))));
    assert.match(findings[0]?.curl.join() ?? '', /\$PASSWORD/);
  });

  it('asks for them when they are missing', async () => {
    const run = await meet({ ...login, options: ['--checks', 'not_a_server_error'] });
    assert.match(run.findings[0]?.message ?? '', /--auth basic:NAME:PASSWORD/);
  });
});

describe('a module of hooks', () => {
  async function withModule(text: string, use: (file: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'contract-hooks-'));
    try {
      const file = join(folder, 'hooks.mjs');
      await writeFile(file, text);
      await use(file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  it('changes requests, adds checks and formats, and gives data', () =>
    withModule(
      `export default {
        beforeRequest: (request, { operation }) => ({ ...request, headers: { ...request.headers, 'X-Op': operation } }),
        checks: { has_trace: ({ answer }) => answer.headers['x-trace'] ? undefined : 'There is no X-Trace.' },
        formats: { plate: { isValid: (text) => /^[A-Z]{2}-\\d{3}$/.test(text), examples: ['AB-123'] } },
        data: { addCar: { body: { plate: 'XY-999', owner: 'real' } } },
      };`,
      async (file) => {
        const CAR = {
          type: 'object',
          required: ['plate', 'owner'],
          properties: { plate: { type: 'string', format: 'plate' }, owner: { type: 'string' } },
        };
        const questions: Question[] = [];
        const run = await meet({
          document: {
            paths: {
              '/cars': {
                post: {
                  operationId: 'addCar',
                  requestBody: { required: true, ...json(CAR) },
                  responses: { 201: {}, 400: {} },
                },
              },
            },
          },
          answer: (question) => {
            questions.push(question);
            const { plate, owner } = Object(question.body);
            return [/^[A-Z]{2}-\d{3}$/.test(String(plate)) && typeof owner === 'string' ? 201 : 400];
          },
          options: ['--phases', 'examples,fuzzing', '--hooks', file],
        });
        assert.deepEqual([...new Set(namesOf(run))], ['has_trace POST /cars']);
        const [first] = questions.filter(({ path }) => path === '/cars');
        assert.equal(first?.headers['x-op'], 'addCar');
        assert.deepEqual(first?.body, { plate: 'XY-999', owner: 'real' });
      },
    ));

  it('is refused when it is not there, or exports what is unknown', () =>
    withModule('export default { afterAll() {} };', async (file) => {
      await assert.rejects(loadHooks(file), { name: CannotRun.name, message: /afterAll is not a hook/ });
      await assert.rejects(loadHooks(`${file}.none`), { name: CannotRun.name, message: /cannot be loaded/ });
    }));
});
