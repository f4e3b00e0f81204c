/** Each fault that is planted in a collection has its finding; the same collections without it have none. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { FAULTS_OF_COVERAGE, FAULTS_OF_LIVES, type Row } from './faults.js';
import { meet, type Outcome } from './run-harness.js';
import { makeService, USERS } from './service.js';

const expectFindings = (what: string, rows: Readonly<Record<string, Row>>, phases: string) =>
  describe(`a service with a fault in each of its collections, by its ${what}`, () => {
    const service = makeService(Object.fromEntries(Object.values(rows).map((row) => [row.path, row])));
    let run: Outcome;
    before(async () => {
      run = await meet({ ...service, options: [...USERS, '--seed', '3', '--phases', phases] });
    });

    for (const [fault, row] of Object.entries(rows))
      it(`has a finding that says that ${fault}`, () => {
        const here = run.findings.filter(({ name }) => `${name}/`.includes(` ${row.path}/`));
        const isMeant = here.some(({ name, message }) => name === row.name && row.says.test(message));
        assert.ok(isMeant, here.map(({ text }) => text).join('\n\n') || 'nothing');
      });

    it('has each finding once, with its request, its answer and a rule that is in the document', () => {
      const told = run.findings.map(({ name, message, pointer, field }) =>
        [name, message, pointer, field].join(),
      );
      assert.equal(new Set(told).size, told.length);
      for (const { name, text, curl, pointer } of run.findings) {
        assert.ok(curl.length > 0 || name.startsWith('vacuity '), text);
        assert.match(text, /\n *answer: \d{3}|^vacuity/);
        assert.doesNotMatch(text, /Bearer (ann|ben)/);
        const steps = pointer.slice('#/'.length).split('/');
        const found = steps
          .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
          .reduce<unknown>((at, step) => Object(at)[step], service.document);
        assert.notEqual(found, undefined, pointer);
      }
    });
  });

expectFindings('lives', FAULTS_OF_LIVES, 'stateful');
expectFindings('lists and answers', FAULTS_OF_COVERAGE, 'examples,coverage');

describe('a service as it should be', () => {
  it('has no finding, and every rule can be tried', async () => {
    const rows = [...Object.values(FAULTS_OF_LIVES), ...Object.values(FAULTS_OF_COVERAGE)];
    const kinds = new Map(rows.map(({ shape }) => [JSON.stringify(shape), { shape }]));
    const shapes = [...kinds.values()].map((kind, index) => [`/kind${index}`, kind]);
    const service = makeService(Object.fromEntries(shapes));
    const { findings, output } = await meet({ ...service, options: [...USERS, '--max-examples', '2'] });
    assert.deepEqual(
      findings.map(({ text }) => text),
      [],
    );
    assert.doesNotMatch(output, /^warning: .*/m);
  });
});
