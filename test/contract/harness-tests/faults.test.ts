/** Each fault that is planted in a collection has its finding; the same collections without it have none. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Served } from '../serve.js';
import { FAULTS_OF_COVERAGE, FAULTS_OF_LIVES, type Row } from './faults.js';
import { type Outcome, runHarness, serveAnswer } from './run-harness.js';
import { makeService, USERS } from './service.js';

type Rows = Readonly<Record<string, Row>>;

const serviceOf = (rows: Rows) =>
  makeService(Object.fromEntries(Object.values(rows).map((row) => [row.path, row])));

expectFindings('lives', FAULTS_OF_LIVES, 'stateful');
expectFindings('lists and answers', FAULTS_OF_COVERAGE, 'examples,coverage');

function expectFindings(what: string, rows: Rows, phases: string): void {
  describe(`a service with a fault in each of its collections, by its ${what}`, () => {
    let server: Served;
    let run: Outcome;
    before(async () => {
      server = await serveAnswer(serviceOf(rows));
      run = await runHarness(['--url', server.url, ...USERS, '--seed', '3', '--phases', phases]);
    });
    after(() => server.close());

    for (const [fault, row] of Object.entries(rows))
      it(`has a finding that says that ${fault}`, () => {
        const here = run.findings.filter(({ name }) => `${name}/`.includes(` ${row.path}/`));
        const isMeant = here.some(({ name, message }) => name === row.name && row.says.test(message));
        assert.ok(isMeant, here.map(({ text }) => text).join('\n\n') || 'nothing');
      });

    it('has each finding once, with its request, its answer and a rule that is in the document', () => {
      const told = run.findings.map(({ name, message, rule, field }) =>
        [name, message, rule, field].join(' '),
      );
      assert.equal(new Set(told).size, told.length);
      const { document } = serviceOf(rows);
      for (const { name, text, curl, rule } of run.findings) {
        assert.ok(curl.length > 0 || name.startsWith('vacuity '), text);
        assert.match(text, /\n *answer: \d{3}|^vacuity/);
        assert.match(text, /\n *again: {2}--seed 3$/);
        assert.doesNotMatch(text, /Bearer (ann|ben)/);
        const steps = rule
          .slice('#/'.length)
          .split('/')
          .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
        const found = steps.reduce<unknown>((at, step) => Object(at)[step], document);
        assert.notEqual(found, undefined, rule);
      }
    });
  });
}

describe('a service as it should be', () => {
  it('has no finding', async () => {
    const shapes = [...Object.values(FAULTS_OF_LIVES), ...Object.values(FAULTS_OF_COVERAGE)].map(
      ({ shape }) => shape,
    );
    const kinds = new Map(shapes.map((shape) => [JSON.stringify(shape), { shape }]));
    const server = await serveAnswer(
      makeService(Object.fromEntries([...kinds.values()].map((kind, index) => [`/kind${index}`, kind]))),
    );
    const { code, findings, output } = await runHarness(['--url', server.url, ...USERS, '--max-examples=2']);
    await server.close();
    assert.deepEqual(
      findings.map(({ text }) => text),
      [],
    );
    assert.equal(code, 0, output);
  });
});
