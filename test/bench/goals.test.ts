/** The benchmark holds its results against goals that are data: each has to name what is really measured. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

interface Measured {
  rate: number;
}
type Rates = Record<string, Record<string, Record<string, Measured[]>>>;
interface Judged {
  title: string;
  found: string;
  share: number;
}
interface RateGoal {
  store: string;
  work: string;
  peer?: string;
  than?: string;
}
interface Subject {
  key: string;
  stores: string[];
  works?: string[];
}

const load = (path: string): Promise<unknown> => import(new URL(`../../bench/${path}`, import.meta.url).href);

// The benchmark is plain JavaScript: these types are what its own comments say.
const { rateGoals } = (await load('goals.mjs')) as { rateGoals: RateGoal[] };
const { works } = (await load('works.mjs')) as { works: { key: string }[] };
const { subjects } = (await load('subjects/index.mjs')) as { subjects: Subject[] };
const { judge } = (await load('report/goals.mjs')) as {
  judge(results: object, titles: Record<string, string>): Judged[];
};

describe('the goals of the benchmark', () => {
  it('names a work, a store and a peer that are measured in every goal', () => {
    const known = works.map(({ key }) => key);
    for (const { store, work, peer, than } of rateGoals) {
      for (const name of [work, than ?? work]) assert.ok(known.includes(name), `no work is called ${name}`);
      if (peer === undefined) continue;
      const subject = subjects.find(({ key }) => key === peer);
      assert.ok(subject?.stores.includes(store), `${peer} is not measured on ${store}`);
      assert.ok(subject?.works?.includes(work), `${peer} does not do ${work}`);
    }
  });

  it('compares round by round and takes the median of the ratios', () => {
    const rates: Rates = {
      mongodb: {
        read: {
          // The rounds differ more than the servers do.
          service: [{ rate: 300 }, { rate: 30 }, { rate: 620 }],
          fastify: [{ rate: 100 }, { rate: 10 }, { rate: 100 }],
        },
      },
    };
    const [result] = judge({ rates, bounds: {}, subjects: { fastify: 'Fastify' } }, { read: 'read one' });
    assert.equal(result?.title, 'read one, beside Fastify');
    assert.equal(result?.found, '3.00 (3.00 to 6.20)');
    assert.equal(result?.share, 1);
  });

  it('leaves out a goal whose peer was not measured', () => {
    const rates: Rates = { mongodb: { read: { service: [{ rate: 1 }] } } };
    assert.deepEqual(judge({ rates, bounds: {}, subjects: {} }, {}), []);
  });

  it('counts an exceeded limit as a missed goal', () => {
    const [result] = judge({ rates: {}, bounds: { embedded: { firstByteMs: 200 } }, subjects: {} }, {});
    assert.equal(result?.share, 0.5);
  });
});
