/** Lists and objects in parameters are judged as the style in which they are written reads them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Case, targetOf } from '../harness/case.js';
import { negativeCases, positiveCases } from '../harness/generation/cases.js';
import { coverageCases } from '../harness/generation/coverage.js';
import { oneOperation } from './one-operation.js';

const NUMBERS = { type: 'array', items: { type: 'integer', minimum: 1, maximum: 1000 } };
const POINT = {
  type: 'object',
  required: ['x'],
  additionalProperties: false,
  properties: { x: { type: 'integer', minimum: 0, maximum: 9 }, label: { type: 'string', maxLength: 5 } },
};

const areNumbers = (texts: readonly string[]) =>
  texts.every((text) => /^[1-9]\d*$/.test(text) && Number(text) <= 1000);
const isPoint = (x: string | null | undefined, label: string | null | undefined) =>
  /^\d$/.test(x ?? '') && [...(label ?? '')].length <= 5;
const queryOf = (item: Case) => new URL(targetOf(item), 'http://any.invalid').searchParams;

interface Example {
  readonly parameter: object;
  /** What a server that keeps to the document does. */
  readonly accepts: (item: Case) => boolean;
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  'numbers, the name repeated': {
    parameter: { name: 'n', in: 'query', schema: NUMBERS },
    accepts: (item) => areNumbers(queryOf(item).getAll('n')),
  },
  'texts, the name repeated': {
    parameter: {
      name: 'n',
      in: 'query',
      schema: { type: 'array', items: { type: 'string', maxLength: 12 } },
    },
    accepts: (item) =>
      queryOf(item)
        .getAll('n')
        .every((text) => [...text].length <= 12),
  },
  'numbers between commas': {
    parameter: { name: 'n', in: 'query', explode: false, schema: NUMBERS },
    accepts: (item) => !queryOf(item).has('n') || areNumbers((queryOf(item).get('n') ?? '').split(',')),
  },
  'numbers in a header': {
    parameter: { name: 'X-N', in: 'header', schema: NUMBERS },
    accepts: ({ headers }) => areNumbers(headers['X-N']?.split(',') ?? []),
  },
  'members, each a parameter of its own': {
    parameter: { name: 'point', in: 'query', schema: POINT },
    accepts: (item) =>
      !(queryOf(item).has('x') || queryOf(item).has('label')) ||
      isPoint(queryOf(item).get('x'), queryOf(item).get('label')),
  },
  'members in brackets': {
    parameter: { name: 'point', in: 'query', style: 'deepObject', schema: POINT },
    accepts: (item) =>
      [...queryOf(item).keys()].every((name) => !name.startsWith('point[')) ||
      ([...queryOf(item).keys()].every((name) => /^point\[(x|label)\]$/.test(name)) &&
        isPoint(queryOf(item).get('point[x]'), queryOf(item).get('point[label]'))),
  },
};

for (const [name, { parameter, accepts }] of Object.entries(EXAMPLES)) {
  describe(`parameters: ${name}`, () => {
    const { operation, material } = oneOperation({ parameters: [parameter] });
    const covering = coverageCases(material, operation, {}).filter(({ probe }) => !probe);
    const random = [positiveCases, negativeCases].flatMap((make) => {
      const cases = make(material, operation, {});
      return cases ? fc.sample(cases, { seed: 1, numRuns: 100 }) : [];
    });

    it('are judged as a server would judge them', () => {
      for (const item of [...covering, ...random]) {
        if (item.mode === 'neutral') continue;
        const sent = `${item.about}: ${targetOf(item).slice(0, 200)}`;
        assert.equal(accepts(item), item.mode === 'positive', sent);
      }
    });

    it('are encoded correctly', () => {
      const isSent = (item: Case) => item.query.length > 0 || item.headers['X-N'] !== undefined;
      assert.ok([...covering, ...random].some((item) => item.mode === 'positive' && isSent(item)));
    });
  });
}
