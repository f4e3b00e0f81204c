/** Which requests the coverage phase makes of an operation. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Case, methodOf, targetOf } from '../harness/case.js';
import { coverageCases } from '../harness/generation/coverage.js';
import { oneOperation, type Wanted } from './one-operation.js';

function cases(wanted: Wanted): Case[] {
  const { operation, material } = oneOperation(wanted);
  return coverageCases(material, operation, {});
}

const about = (made: readonly Case[], mode: Case['mode']) =>
  made.filter((item) => item.mode === mode).map((item) => item.about);

describe('coverage', () => {
  const body = cases({
    body: {
      type: 'object',
      required: ['code'],
      properties: { code: { type: 'string', minLength: 1, maxLength: 10, pattern: '^[^\\0]*$' } },
    },
  });

  it('sends texts at and around their limits, counted in code points', () => {
    const kept = about(body, 'positive');
    const broken = about(body, 'negative');
    for (const units of ['letters', 'emoji']) {
      for (const length of [1, 10])
        assert.ok(kept.includes(`application/json: code: ${length} ${units}`), units);
      assert.ok(broken.includes(`application/json: code: 11 ${units}`), units);
    }
    assert.ok(broken.includes('application/json: code: an empty text'));
  });

  it('sends members missing, too many, null, and of every other type', () => {
    const broken = about(body, 'negative');
    for (const what of [
      'without code',
      'code: null',
      'code: true',
      'code: an array',
      'code: an object',
      'code: the number 1.5',
    ])
      assert.ok(broken.includes(`application/json: ${what}`), what);
    assert.ok(about(body, 'positive').includes('application/json: with members that are not declared'));
    for (const what of ['null', '[]', '"text"', '{}'])
      assert.ok(broken.includes(`application/json: ${what} instead`), what);
  });

  it('sends U+0000, broken JSON, bytes that are no text, and another content type', () => {
    const broken = about(body, 'negative');
    for (const what of [
      'code: a text with U+0000',
      'cut off',
      'with more after it',
      'NaN',
      'bytes that are no UTF-8',
      'as text/x-unheard-of',
      'no body',
    ])
      assert.ok(broken.includes(`application/json: ${what}`), what);
  });

  it('sends repeated keys, halves of surrogates and huge numbers, which the document leaves open', () => {
    const open = about(body, 'neutral');
    for (const what of [
      'a member twice',
      'half of a surrogate pair',
      'a number that no double holds',
      'after a byte order mark',
    ])
      assert.ok(open.includes(`application/json: ${what}`), what);
  });

  it('crosses the limits of members that the example lacks, and of what is in them', () => {
    const order = cases({
      body: {
        type: 'object',
        required: ['sku'],
        examples: [{ sku: 'abc' }],
        properties: {
          sku: { type: 'string' },
          lines: { type: 'array', maxItems: 5, items: { type: 'integer', maximum: 9 } },
          gift: {
            type: 'object',
            required: ['text'],
            properties: { text: { type: 'string', maxLength: 20 } },
          },
          marks: { type: 'array', maxItems: 2, uniqueItems: true, items: { type: 'string' } },
        },
      },
    });
    const broken = about(order, 'negative');
    for (const what of [
      'lines: the number 10',
      'lines: 6 items',
      'gift: text: 21 letters',
      'gift: without text',
      'marks: 3 items',
      'marks: an item twice',
    ])
      assert.ok(broken.includes(`application/json: ${what}`), what);
    for (const what of ['lines: the number 9', 'lines: 5 items', 'gift: text: 20 letters', 'marks: 2 items'])
      assert.ok(about(order, 'positive').includes(`application/json: ${what}`), what);
  });

  it('crosses the limits of bodies that are one number or one text', () => {
    const level = cases({ body: { type: 'integer', maximum: 10, examples: [7] } });
    assert.ok(about(level, 'negative').includes('application/json: the number 11'));
    assert.ok(about(level, 'positive').includes('application/json: the number 10'));
    const note = cases({ body: { type: 'string', maxLength: 10 }, mediaType: 'text/plain' });
    assert.ok(about(note, 'negative').includes('text/plain: 11 letters'));
    assert.ok(about(note, 'positive').includes('text/plain: 10 emoji'));
  });

  it('does not call a body wrong when another rule allows it', () => {
    const counter = cases({ body: { type: 'integer', minimum: 0, examples: [42] } });
    assert.ok(about(counter, 'neutral').includes('application/json: cut off'));
    const anything = about(cases({ body: {} }), 'negative');
    assert.ok(!anything.some((what) => what.includes('arrays in each other')));
    for (const mediaType of ['*/*', 'text/*']) {
      const bytes = cases({ body: { type: 'string', format: 'binary' }, mediaType });
      assert.deepEqual(about(bytes, 'negative'), [], mediaType);
    }
  });

  it('does not judge an optional body in an unknown type', () => {
    const optional = cases({ body: { type: 'object', required: ['a'] }, bodyRequired: false });
    assert.ok(about(optional, 'neutral').includes('application/json: as text/x-unheard-of'));
  });

  it('sends every other method, also TRACE and unknown ones', () => {
    const methods = body.filter(({ probe }) => probe === 'unsupported-method').map(methodOf);
    assert.deepEqual(methods.sort(), ['DELETE', 'GET', 'PATCH', 'PUT', 'QUERY', 'TRACE']);
    assert.ok(body.some(({ probe }) => probe === 'options'));
  });

  it('changes members of members, and items', () => {
    const nested = cases({
      body: {
        type: 'object',
        required: ['place'],
        properties: {
          place: {
            type: 'object',
            required: ['floor', 'doors'],
            properties: {
              floor: { type: 'integer', maximum: 9 },
              doors: {
                type: 'array',
                minItems: 1,
                maxItems: 2,
                uniqueItems: true,
                items: { enum: ['a', 'b', 'c'] },
              },
            },
          },
        },
      },
    });
    const broken = about(nested, 'negative');
    for (const what of [
      'without floor',
      'floor: the number 10',
      'doors: 0 items',
      'doors: 3 items',
      'doors: an item twice',
      'doors: a choice in capital letters',
    ])
      assert.ok(broken.includes(`application/json: place: ${what}`), what);
  });

  const PARAMETERS = [
    { name: 'limit', in: 'query', required: true, schema: { type: 'integer', minimum: 1, maximum: 50 } },
    {
      name: 'tag',
      in: 'query',
      schema: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, maxItems: 2 },
    },
    { name: 'X-Mode', in: 'header', required: true, schema: { type: 'string', enum: ['a', 'b'] } },
    { name: 'lang', in: 'cookie', required: true, schema: { type: 'string', enum: ['de', 'en'] } },
  ];
  const made = cases({ parameters: PARAMETERS });
  const targets = (mode: Case['mode']) =>
    made.filter((item) => item.mode === mode).map((item) => targetOf(item));

  it('sends query parameters at their limits, beyond them, and left out', () => {
    for (const limit of [1, 50])
      assert.ok(targets('positive').includes(`/things?limit=${limit}`), String(limit));
    for (const query of ['?limit=0', '?limit=51', '?limit=1.5', '?limit=null', ''])
      assert.ok(targets('negative').includes(`/things${query}`), query);
  });

  it('sends lists as their names repeated', () => {
    assert.ok(targets('negative').some((target) => /[?&]tag=a(&|$)/.test(target)));
    const lists = cases({ parameters: [{ ...PARAMETERS[1], required: true, example: ['x', 'y'] }] });
    assert.ok(lists.some((item) => targetOf(item) === '/things?tag=x&tag=y'));
  });

  it('sends lists with an item too many, and with one twice', () => {
    const schema = { type: 'array', maxItems: 2, uniqueItems: true, items: { enum: ['x', 'y', 'z'] } };
    const broken = cases({ parameters: [{ name: 'tag', in: 'query', schema, example: ['x'] }] })
      .filter(({ mode }) => mode === 'negative')
      .map(({ query }) => query.map(([, value]) => value));
    assert.ok(broken.some((values) => new Set(values).size === 3));
    assert.ok(broken.some((values) => values.length === 2 && new Set(values).size === 1));
  });

  it('sends headers and cookies that keep their rules and that break them', () => {
    const sent = (mode: Case['mode'], read: (item: Case) => string | undefined) =>
      new Set(made.filter((item) => item.mode === mode).map(read));
    assert.ok(sent('positive', ({ cookies }) => cookies.lang).has('en'));
    assert.ok(sent('negative', ({ cookies }) => cookies.lang).has('EN'));
    assert.ok(sent('negative', ({ cookies }) => cookies.lang).has(undefined));
    assert.ok(sent('positive', ({ headers }) => headers['X-Mode']).has('b'));
    assert.ok(sent('negative', ({ headers }) => headers['X-Mode']).has('ax'));
    assert.ok(
      made.some(({ probe, headers }) => probe === 'missing-header' && headers['X-Mode'] === undefined),
    );
  });

  it('sends integers that overflow their format, in plain digits, and leaves it open whether they are taken', () => {
    for (const [format, most, beyond] of [
      ['int32', '2147483647', '2147483648'],
      ['int64', '9223372036854775807', '9223372036854775808'],
    ] as const) {
      const schema = { type: 'integer', format };
      const inQuery = cases({ parameters: [{ name: 'n', in: 'query', schema }] });
      const inBody = cases({ body: { type: 'object', properties: { n: schema } } });
      const modes = (text: string) => [
        ...inQuery.filter(({ query: [pair] }) => pair?.[1] === text).map(({ mode }) => mode),
        ...inBody.filter(({ body }) => body?.bytes.includes(`"n":${text}}`)).map(({ mode }) => mode),
      ];
      assert.ok(modes(most).includes('positive') && !modes(most).includes('negative'), format);
      assert.deepEqual(new Set(modes(beyond)), new Set(['neutral']));
    }
  });

  it('sends no URL that is too long for servers', () => {
    const long = cases({
      parameters: [{ name: 'q', in: 'query', schema: { type: 'string', maxLength: 2000 } }],
    });
    const lengths = long.map((item) => targetOf(item).length);
    assert.ok(Math.max(...lengths) <= 8000 && Math.max(...lengths) > 2000);
  });

  it('does not judge values that services read in different ways', () => {
    const { operation, material } = oneOperation({
      parameters: [{ name: 'n', in: 'query', schema: { type: 'integer', enum: [0, 1] } }],
    });
    const modes = Object.fromEntries(
      coverageCases(material, operation, {}).map((item) => [targetOf(item), item.mode]),
    );
    assert.equal(modes['/things?n=0'], 'positive');
    assert.equal(modes['/things?n=-1'], 'negative');
    assert.equal(modes[`/things?n=${encodeURIComponent(' \t\r\n')}`], 'neutral');
  });
});
