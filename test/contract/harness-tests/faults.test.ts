/** Each fault that is planted in a foreign service has its finding; the service as it should be has none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meet, namesOf } from './meet.js';
import { ANN, BEN, document, FAULTS, type Fault, makeTasks } from './tasks.js';

const users = ['--auth', ANN, '--auth', BEN, '--max-examples', '5'];

describe('a service as it should be', () => {
  it('has no finding', { timeout: 120_000 }, async () => {
    const run = await meet({ document, answer: makeTasks(), options: users });
    assert.deepEqual(
      run.findings.map(({ check, operation, message, curl }) => [check, operation, message, curl.at(-1)]),
      [],
    );
  });
});

describe('a service of which', () => {
  for (const [fault, name] of Object.entries(FAULTS))
    it(`${fault} has a finding`, { timeout: 60_000 }, async () => {
      const [check = '', , path = ''] = name.split(' ');
      const within = ['--include-path-regex', `^/${path.split('/')[1]}`, '--checks', check];
      const options = [...users, ...within, '--phases', 'examples,stateful,coverage'];
      const found = namesOf(
        await meet({ document, answer: makeTasks(fault as Fault), options, until: name }),
      );
      assert.ok(found.includes(name), found.join(', ') || 'nothing');
    });
});
