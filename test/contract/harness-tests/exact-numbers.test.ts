/** Integers beyond what a double holds are sent, stored and compared exactly. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Schema } from '../harness/document/model.js';
import { parseJson, parseYaml, writeJson } from '../harness/document/parse.js';
import { makeValidators } from '../harness/document/validators.js';
import { json, type Meeting, meet, namesOf, pathParameter } from './meet.js';

const LAST = 2n ** 63n - 1n;

describe('an integer that no double holds', () => {
  it('is read from JSON and YAML as it stands, and written so', () => {
    const text =
      '{"a":9223372036854775807,"b":"9007199254740993","c":[-9007199254740993],"d":0.1234567890123}';
    const value = { a: LAST, b: '9007199254740993', c: [-(2n ** 53n) - 1n], d: 0.1234567890123 };
    assert.deepEqual(parseJson(text), value);
    assert.equal(writeJson(value), text);
    assert.deepEqual(parseYaml('{ a: 9223372036854775807, b: 0x10 }'), { a: LAST, b: 16 });
  });

  it('leaves other JSON as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt(), (value, integer) => {
        const text = JSON.stringify({ value, digits: '12345678901234567', fraction: 0.1234567890123456 });
        assert.equal(writeJson(parseJson(text)), text);
        assert.equal(writeJson(parseJson(`[${integer}]`)), `[${integer}]`);
      }),
    );
  });

  it('is judged by each numeric keyword, by enum and by const', () => {
    const validators = makeValidators();
    const keeps = (schema: Schema, value: unknown) => validators.sent(schema)(value).length === 0;
    assert.deepEqual([keeps({ maximum: LAST }, LAST), keeps({ maximum: LAST }, LAST + 1n)], [true, false]);
    assert.deepEqual(
      [keeps({ exclusiveMinimum: LAST }, LAST), keeps({ minimum: LAST }, LAST)],
      [false, true],
    );
    assert.deepEqual(
      [keeps({ format: 'int64' }, LAST), keeps({ format: 'int64' }, LAST + 1n)],
      [true, false],
    );
    assert.deepEqual([keeps({ multipleOf: 10 }, LAST), keeps({ multipleOf: 7 }, LAST)], [false, true]);
    assert.deepEqual([keeps({ enum: [LAST] }, LAST), keeps({ const: LAST }, LAST - 1n)], [true, false]);
    assert.equal(validators.sent({ maximum: LAST })(LAST + 1n)[0]?.message, 'must be <= 9223372036854775807');
  });
});

const COUNT = { type: 'integer', format: 'int64', minimum: 0, maximum: LAST };
const COUNTER = { type: 'object', required: ['count'], properties: { count: COUNT } };
const CREATED = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, count: COUNT } };
const document: Meeting['document'] = {
  paths: {
    '/sum': {
      get: { parameters: [{ name: 'from', in: 'query', schema: COUNT }], responses: { 200: {}, 400: {} } },
    },
    '/counters': {
      post: {
        requestBody: { required: true, ...json(COUNTER) },
        responses: { 201: json(CREATED), 400: {} },
      },
    },
    '/counters/{id}': {
      parameters: [{ ...pathParameter('id'), schema: { type: 'integer' } }],
      get: { responses: { 200: json(CREATED), 404: {} } },
      put: {
        requestBody: { required: true, ...json(COUNTER) },
        responses: { 200: json(CREATED), 400: {}, 404: {} },
      },
    },
  },
};

/** Ids begin beyond 2^53. @param store what is kept of a count */
function counters({ store = (count: bigint) => count, most = LAST } = {}): Meeting['answer'] {
  const kept = new Map<string, unknown>();
  const isCount = (value: unknown) =>
    (typeof value === 'bigint' || Number.isSafeInteger(value)) &&
    BigInt(value as number) >= 0n &&
    BigInt(value as number) <= most;
  return ({ method, path, query, body }) => {
    if (path === '/sum') {
      const from = query.get('from') ?? '0';
      return [/^\d+$/.test(from) && BigInt(from) <= most ? 200 : 400];
    }
    const { count } = Object(body);
    if (method !== 'GET' && !isCount(count)) return [400];
    const id =
      method === 'POST' ? String(2n ** 53n + 1n + BigInt(kept.size)) : path.replace('/counters/', '');
    if (method !== 'POST' && !kept.has(id)) return [404];
    if (method !== 'GET') kept.set(id, store(BigInt(count)));
    return [method === 'POST' ? 201 : 200, { id: BigInt(id), count: kept.get(id) }];
  };
}

const checks = 'positive_data_acceptance,stored_data_conformance,ensure_resource_availability';
const find = async (answer: Meeting['answer'], ...options: string[]) =>
  namesOf(await meet({ document, answer, options: ['--checks', checks, ...options] }));

describe('a service with int64', () => {
  it('has no finding when it keeps each exactly', { timeout: 60_000 }, async () => {
    assert.deepEqual(await find(counters()), []);
    assert.deepEqual(
      await find(counters(), '--include-path', '/sum', '--checks', 'negative_data_rejection'),
      [],
    );
  });

  it('is found to refuse the last, or to take the first beyond', { timeout: 60_000 }, async () => {
    assert.ok((await find(counters({ most: LAST - 1n }))).includes('positive_data_acceptance GET /sum'));
    assert.ok(
      (await find(counters({ most: LAST + 1n }), '--checks', 'negative_data_rejection')).includes(
        'negative_data_rejection GET /sum',
      ),
    );
  });

  it('is found to round what it stores', { timeout: 60_000 }, async () => {
    const rounded = await find(counters({ store: (count) => BigInt(Number(count)) }));
    assert.ok(rounded.length > 0 && rounded.every((name) => name.startsWith('stored_data_conformance ')));
  });
});
