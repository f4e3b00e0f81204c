/** Each fault that is planted in a foreign service has its finding; the services as they should be have none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIBRARY_FAULTS, type LibraryFault, library, makeLibrary } from './library.js';
import { type Meeting, meet, namesOf } from './meet.js';
import { ANN, BEN, document, FAULTS, type Fault, makeTasks } from './tasks.js';

const users = ['--auth', ANN, '--auth', BEN, '--max-examples', '5'];

const SERVICES: readonly Meeting[] = [
  { document, answer: makeTasks(), options: users },
  { document: library, answer: makeLibrary(), options: ['--max-examples', '5'] },
];

describe('a service as it should be', () => {
  for (const [index, service] of SERVICES.entries())
    it(`has no finding (${index + 1})`, { timeout: 120_000 }, async () => {
      const run = await meet(service);
      assert.deepEqual(
        run.findings.map(({ check, operation, message, curl }) => [check, operation, message, curl.at(-1)]),
        [],
      );
    });
});

describe('a service of which', () => {
  for (const [fault, name] of Object.entries(FAULTS))
    expectFinding(fault, name, { document, answer: makeTasks(fault as Fault), options: users });
  for (const [fault, name] of Object.entries(LIBRARY_FAULTS))
    expectFinding(fault, name, { document: library, answer: makeLibrary(fault as LibraryFault) });
});

function expectFinding(fault: string, name: string, meeting: Meeting): void {
  it(`${fault} has a finding`, { timeout: 60_000 }, async () => {
    const [check = '', , path = ''] = name.split(' ');
    const within = meeting.document === document ? ['--include-path-regex', `^/${path.split('/')[1]}`] : [];
    const limits = [...within, '--checks', check, '--phases', 'examples,stateful,coverage'];
    const options = [...(meeting.options ?? []), ...limits];
    const found = namesOf(await meet({ ...meeting, options, until: name }));
    assert.ok(found.includes(name), found.join(', ') || 'nothing');
  });
}
