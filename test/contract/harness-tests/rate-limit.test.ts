/** A server that limits the rate: the run waits for it, and judges nothing that it refused to look at. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CannotRun } from '../harness/errors.js';
import { readRateLimit, waitOf } from '../harness/send.js';
import { type Meeting, meet, namesOf, type Reply } from './meet.js';

const document = {
  paths: {
    '/a': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } }],
        responses: { 200: {}, 400: {}, 429: {} },
      },
    },
  },
};

/** Takes every limit but 0: a planted fault. */
const answer: Meeting['answer'] = ({ method, query }) => {
  if (method !== 'GET') return [405, undefined, { Allow: 'GET' }];
  return [query.get('limit') === '0' ? 400 : 200];
};

/** After so many requests it refuses for a second: a loaded machine may not send as many in one second. */
function limited(requests: number, refusal: Reply): Meeting['answer'] {
  let count = 0;
  let refusedUntil: number | undefined;
  return (question) => {
    if (refusedUntil !== undefined && Date.now() >= refusedUntil) [count, refusedUntil] = [0, undefined];
    count += 1;
    if (count <= requests) return answer(question);
    refusedUntil ??= Date.now() + 1000;
    return refusal;
  };
}

const options = ['--phases', 'examples,coverage'];

describe('a run against a server that limits the rate', () => {
  it('finds what it finds without the limit', { timeout: 60_000 }, async () => {
    const free = await meet({ document, answer, options });
    const slow = await meet({ document, answer: limited(30, [429, {}, { 'Retry-After': '1' }]), options });
    assert.deepEqual(namesOf(slow), namesOf(free));
    assert.ok(namesOf(free).includes('negative_data_rejection GET /a'));
    assert.ok(slow.throttle.waited > 0);
    assert.equal(slow.tallyOf(slow.operations()[0] ?? assert.fail()).throttled, 0);
  });

  it('keeps to --rate-limit', { timeout: 60_000 }, async () => {
    const times: number[] = [];
    await meet({
      document,
      answer: (question) => {
        times.push(performance.now());
        return answer(question);
      },
      options: [...options, '--rate-limit', '20/s'],
    });
    // The first request looks whether the server is there. A request that comes late shortens one gap, not ten.
    const paced = times.slice(1);
    const tens = paced.slice(10).map((time, index) => time - (paced[index] ?? 0));
    assert.ok(tens.length > 10);
    assert.ok(
      tens.every((milliseconds) => milliseconds > 400),
      tens.join(' '),
    );
  });

  it('judges no 429, and is a finding when most requests got one', { timeout: 60_000 }, async () => {
    const refused: Meeting['answer'] = () => [429, {}, { 'Retry-After': '3600' }];
    const run = await meet({ document, answer: refused, options });
    assert.deepEqual(namesOf(run), ['vacuity the document', 'vacuity GET /a']);
    assert.match(run.findings.at(-1)?.message ?? '', /requests got 429 and were not judged/);
    assert.equal(run.checked.get('not_a_server_error'), undefined);
    assert.equal(run.throttle.gaveUp, true);
  });
});

describe('a rate limit', () => {
  it('is a number of requests per length of time', () => {
    assert.deepEqual(readRateLimit('100/m'), { requests: 100, period: 60_000 });
    assert.deepEqual(readRateLimit('60/5s'), { requests: 60, period: 5000 });
    for (const text of ['100', '0/s', '5/week', '/s'])
      assert.throws(() => readRateLimit(text), { name: CannotRun.name }, text);
  });
});

describe('Retry-After', () => {
  const after = (text: string) => waitOf({ headers: { 'retry-after': text } });
  it('is a number of seconds, or a date', () => {
    assert.equal(after('2'), 2050);
    const inTen = after(new Date(Date.now() + 10_000).toUTCString()) ?? 0;
    assert.ok(inTen > 8000 && inTen < 11_000, String(inTen));
    assert.equal(after('soon'), undefined);
  });
});
