/** Members of forms that are more than one text: structures, files, and lists between separators. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Case } from '../harness/case.js';
import { negativeCases, positiveCases } from '../harness/generation/cases.js';
import { coverageCases } from '../harness/generation/coverage.js';
import { oneOperation, type Wanted } from './one-operation.js';

interface Part {
  readonly head: string;
  readonly text: string;
}

function cases(wanted: Wanted): Case[] {
  const { operation, material } = oneOperation(wanted);
  const random = [positiveCases, negativeCases].flatMap((make) => {
    const made = make(material, operation, {});
    return made ? fc.sample(made, { seed: 1, numRuns: 100 }) : [];
  });
  const covering = coverageCases(material, operation, {}).filter(({ probe }) => !probe);
  const mediaType = wanted.mediaType ?? '';
  return [...covering, ...random].filter(({ body }) => body?.mediaType?.startsWith(mediaType));
}

/** @param accepts what a server that keeps to the document does */
function assertJudged(made: readonly Case[], accepts: (item: Case) => boolean): void {
  for (const item of made.filter(({ mode }) => mode !== 'neutral'))
    assert.equal(
      accepts(item),
      item.mode === 'positive',
      `${item.about}: ${item.body?.bytes.toString().slice(0, 300)}`,
    );
  for (const mode of ['positive', 'negative'])
    assert.ok(
      made.some((item) => item.mode === mode),
      mode,
    );
}

function partsOf({ body }: Case): Map<string, Part[]> {
  const found = new Map<string, Part[]>();
  const parts = (body?.bytes.toString() ?? '').matchAll(
    /--contract-form-boundary\r\n([\s\S]*?)\r\n\r\n([\s\S]*?)\r\n(?=--contract-form-boundary)/g,
  );
  for (const [, head = '', text = ''] of parts) {
    const [, name = ''] = / name="([^"]*)"/.exec(head) ?? [];
    found.set(name, [...(found.get(name) ?? []), { head, text }]);
  }
  return found;
}

const ofForm = ({ body }: Case) => new URLSearchParams(body?.bytes.toString());

const META = {
  type: 'object',
  required: ['name', 'meta'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 20 },
    meta: {
      type: 'object',
      required: ['size'],
      properties: { size: { type: 'integer', minimum: 0, maximum: 9 } },
    },
  },
};

const isMeta = (text: string) => {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('size' in value)) return false;
  return Number.isInteger(value.size) && Number(value.size) >= 0 && Number(value.size) <= 9;
};
const isName = (text: string) => [...text].length >= 1 && [...text].length <= 20;

describe('objects in multipart forms', () => {
  const made = cases({ body: META, mediaType: 'multipart/form-data' });

  it('are JSON, and say so', () => {
    assertJudged(made, (item) => {
      const { name: [name] = [], meta: [meta] = [] } = Object.fromEntries(partsOf(item));
      if (!name || !meta) return false;
      assert.match(meta.head, /\r\nContent-Type: application\/json$/);
      return isName(name.text) && isMeta(meta.text);
    });
  });

  it('are broken in one member', () => {
    const isBroken = ({ mode, about }: Case) =>
      mode === 'negative' && /meta: size: the number 10/.test(about);
    assert.ok(made.some(isBroken));
  });
});

describe('objects in URL-encoded forms', () => {
  const wanted = { body: META, mediaType: 'application/x-www-form-urlencoded' };

  it('are not judged where services read them in different ways', () => {
    for (const item of cases(wanted).filter(({ mode }) => mode !== 'neutral')) {
      const meta = ofForm(item).get('meta') ?? '';
      const holds = isName(ofForm(item).get('name') ?? '') && meta.startsWith('{') && isMeta(meta);
      assert.ok(item.mode === 'negative' && !holds, `${item.about}: ${ofForm(item)}`);
    }
  });

  it('are JSON where the document says so', () => {
    const made = cases({ ...wanted, encoding: { meta: { contentType: 'application/json' } } });
    assertJudged(made, (item) => {
      const meta = ofForm(item).get('meta');
      return isName(ofForm(item).get('name') ?? '') && meta !== null && isMeta(meta);
    });
  });
});

describe('deepObject in URL-encoded forms', () => {
  const wanted = {
    body: META,
    mediaType: 'application/x-www-form-urlencoded',
    encoding: { meta: { style: 'deepObject', explode: true } },
  };

  it('is a field for each member of an object', () => {
    assertJudged(cases(wanted), (item) => {
      const [name = '', size = ''] = ['name', 'meta[size]'].map((field) => ofForm(item).get(field) ?? '');
      return isName(name) && /^[0-9]$/.test(size);
    });
  });

  it('says nothing of lists: no form that has one is judged', () => {
    const tags = { type: 'array', minItems: 1, items: { type: 'string', enum: ['a', 'b'] } };
    const body = { type: 'object', required: ['meta'], properties: { meta: tags } };
    assert.ok(cases({ ...wanted, body }).every(({ mode, body: sent }) => mode !== 'positive' || !sent));
  });
});

describe('lists in forms', () => {
  it('of files have file names', () => {
    const files = { type: 'array', minItems: 1, items: { type: 'string', format: 'binary' } };
    const body = { type: 'object', required: ['files'], properties: { files } };
    assertJudged(cases({ body, mediaType: 'multipart/form-data' }), (item) =>
      (partsOf(item).get('files') ?? []).some(({ head }) => /; filename="/.test(head)),
    );
  });

  it('are separated by commas where the document says so', () => {
    const tags = { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: ['a', 'b'] } };
    const body = { type: 'object', required: ['tags'], properties: { tags } };
    const made = cases({
      body,
      mediaType: 'application/x-www-form-urlencoded',
      encoding: { tags: { explode: false } },
    });
    assertJudged(made, (item) => {
      const all = ofForm(item).getAll('tags');
      return all.length === 1 && /^[ab](,[ab]){0,2}$/.test(all[0] ?? '');
    });
  });
});
