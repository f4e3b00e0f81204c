/** Rules of schemathesis.toml: which operations they are about, and which of them decides. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHECKS } from '../harness/checks/check.js';
import { makeConfiguration, type Overrides } from '../harness/configuration/configuration.js';
import { readToml } from '../harness/configuration/settings.js';
import { readDocument } from '../harness/document/read-document.js';
import { DOCUMENT } from './roombook/start.js';

const { operations } = await readDocument(DOCUMENT);
const named = (label: string) => operations.find((one) => one.label === label) ?? assert.fail(label);
const rooms = named('GET /rooms');
const addRoom = named('POST /rooms');
const bookings = named('GET /rooms/{roomId}/bookings');

const configure = (toml: string, overrides?: Overrides) => makeConfiguration(readToml(toml), overrides);

describe('rules for operations', () => {
  const about = (filters: string) => {
    const configuration = configure(`[[operations]]\n${filters}\nenabled = false`);
    return operations.filter((operation) => !configuration.isEnabled(operation)).map(({ label }) => label);
  };

  const filters: readonly [toml: string, labels: string[]][] = [
    ['include-operation-id = ["searchRooms", "addRoom"]', ['GET /rooms', 'POST /rooms']],
    ['include-name = "GET /health"', ['GET /health']],
    ['include-path = "/health"\ninclude-method = "PATCH"', ['GET /health', 'PATCH /rooms/{roomId}']],
    ['include-path-regex = "^/rooms$"\nexclude-method-regex = "post"', ['GET /rooms']],
    ['include-tag = "rooms"\nexclude-path = ["/rooms/{roomId}"]', ['GET /rooms', 'POST /rooms']],
    ['exclude-tag = ["rooms", "bookings"]', ['GET /health']],
  ];
  for (const [toml, labels] of filters) {
    it(`are about those that ${toml.replaceAll('\n', ', ')}`, () => {
      assert.deepEqual(about(toml), labels);
    });
  }

  it('decide in their order, before what stands outside of them, and below the command line', () => {
    const toml = `
      [generation]
      max-examples = 7
      mode = "positive"
      [checks.ignored_auth]
      enabled = false
      [[operations]]
      include-method = "GET"
      [operations.generation]
      max-examples = 1
      [operations.checks.ignored_auth]
      enabled = true
      [[operations]]
      include-path = "/rooms"
      [operations.generation]
      max-examples = 2
      mode = "negative"`;
    const configuration = configure(toml);
    assert.deepEqual(
      [rooms, addRoom, bookings].map((operation) => configuration.maxExamples(operation)),
      [1, 2, 1],
    );
    assert.deepEqual(
      [rooms, addRoom, bookings].map((operation) => configuration.modes(operation)),
      [['negative'], ['negative'], ['positive']],
    );
    assert.deepEqual(
      [rooms, addRoom].map((operation) => configuration.isOn('ignored_auth', operation)),
      [true, false],
    );
    const overridden = configure(toml, { maxExamples: 3, checks: ['ignored_auth'] });
    assert.equal(overridden.maxExamples(rooms), 3);
    assert.equal(overridden.isOn('ignored_auth', addRoom), true);
    assert.equal(configure(toml, { excludedChecks: ['ignored_auth'] }).isOn('ignored_auth', rooms), false);
  });

  it('have statuses of their own, with digits left open', () => {
    const configuration = configure(`
      [checks.negative_data_rejection]
      expected-statuses = ["40x"]
      [[operations]]
      include-path = "/rooms"
      [operations.checks.negative_data_rejection]
      expected-statuses = ["2XX", 418]`);
    const expected = (operation: typeof rooms) =>
      [204, 301, 400, 409, 413, 418].filter((status) =>
        configuration.expects('negative_data_rejection', operation, status),
      );
    assert.deepEqual(expected(rooms), [204, 418]);
    assert.deepEqual(expected(bookings), [400, 409]);
    assert.equal(configuration.expects('positive_data_acceptance', rooms, 302), true);
    assert.equal(configuration.expects('positive_data_acceptance', rooms, 400), false);
  });

  it('switch on and off by one word for all checks, and for all phases', () => {
    const { checks } = configure('[checks]\nenabled = false\n[checks.use_after_free]\nenabled = true');
    assert.deepEqual(checks, ['use_after_free']);
    assert.deepEqual(configure('').checks, CHECKS);
    const { phases } = configure('[phases]\nenabled = false\n[phases.stateful]\nenabled = true');
    assert.deepEqual(phases, ['stateful']);
  });

  it('take deterministic for a fixed seed, and draw one otherwise', () => {
    const seed = (toml: string) => configure(toml).seed;
    assert.equal(seed('[generation]\ndeterministic = true'), seed('[generation]\ndeterministic = true'));
    assert.notEqual(seed(''), seed(''));
  });
});
