/**
 * A clock that is a year ahead or behind and is then set right: nobody is locked out for longer than a window, and nothing
 * lives longer than it should.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, cookiesOf, openLogin } from '../attacks/attacked.js';
import { fakeClock, skipWithoutFakeClock } from '../helpers/fake-clock.js';
import { isFull } from '../helpers/full.js';
import { describeOnBothStores } from '../helpers/stores.js';
import { until } from '../helpers/until.js';
import { signed } from '../pipeline/authentication/oauth1/sign.js';
import { BASE_URL, type HostileService, PASSWORD, startHostileService } from './hostile-service.js';

const skip = (!isFull && 'FULL=1') || skipWithoutFakeClock;

const YEAR_S = 365 * 24 * 60 * 60;
/** The rate of logins, and how long an answer may take to come. */
const WINDOW_S = 60;
const GUESSES = 50;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

describeOnBothStores('a clock that is wrong for a while', (kind) => {
  for (const [name, shift] of [
    ['ahead', YEAR_S],
    ['behind', -YEAR_S],
  ] as const)
    it(`by a year ${name} locks nobody out, and lets nothing live longer`, { skip }, async () => {
      const clock = await fakeClock();
      const hostile = await startHostileService(kind, 5, {
        ...clock.env,
        THROTTLE_RATES: 'login=20/min,anon=100000/hour,user=100000/hour',
        LOG_LEVEL: 'warn',
      });
      const port = Number(new URL(hostile.service.address).port);
      const people = peopleOf(hostile);
      const real = await people.everything();
      assert.deepEqual(await people.accepts(real), ALL);

      await clock.set(shift, port);
      // What began before the jump has ended, and not begun to live longer.
      const after = await people.accepts(real);
      const wrong = await people.everything();
      assert.deepEqual(await people.accepts(wrong), ALL, 'a wrong clock works alone');
      const nonce = signed(BASE_URL, hostile.oauth1, {
        method: 'GET',
        path: '/users/',
        parameters: { oauth_timestamp: String(Math.floor(Date.now() / 1000) + shift) },
      }).headers;
      assert.equal(await people.status('/users/', nonce), 200);
      assert.equal(await people.status('/users/', nonce), 403, 'a nonce is good once');
      const looked = await people.guessManyTimes();
      assert.ok(looked < GUESSES, `${looked} wrong passwords were looked at`);

      await clock.set(0, port);
      const back = await people.accepts(wrong);
      const wait = await people.waitForLogin();
      assert.ok(wait <= WINDOW_S, `the right password waits ${wait} s`);
      assert.equal(await people.status('/users/', nonce), 403, 'a used nonce stays used');
      // What was issued by the wrong clock has no more time than it would have had.
      if (shift > 0) assert.deepEqual(back, { session: false, oauth2: false, token: true, key: true });
      const fresh = await people.everything();
      assert.deepEqual(await people.accepts(fresh), ALL);
      await clock.set(shift, port);
      assert.equal(await people.status('/users/', nonce), 403, 'a nonce stays used in the next jump');
      console.log(
        `${kind}, ${name}: ${looked} of ${GUESSES} guesses looked at, then the right password waits ${wait} s; ` +
          `issued before, alive after the jump: ${living(after)}; issued by the wrong clock, alive when it is right: ${living(back)}`,
      );
      // The clock is looked at every five seconds.
      await until('a line about the clock', () =>
        /clock/.test(hostile.service.written.stdout + hostile.service.written.stderr),
      );
    });
});

const ALL = { session: true, oauth2: true, token: true, key: true };
type Accepted = Readonly<Record<keyof typeof ALL, boolean>>;
const living = (accepted: Accepted) =>
  Object.entries(accepted)
    .filter(([, isAlive]) => isAlive)
    .map(([what]) => what)
    .join(' ') || 'none';

/** What alice is given by the service. */
interface Issued {
  readonly session: string;
  readonly oauth2: string;
  readonly token: string;
  /** An `Idempotency-Key` that has been used. */
  readonly key: string;
}

function peopleOf({ service, client, senders }: HostileService) {
  const port = Number(new URL(service.address).port);
  let keys = 0;

  const status = async (path: string, headers: Readonly<Record<string, string>>) =>
    (await ask({ port }, path, { headers })).status;

  const logIn = async (password: string) => (await openLogin({ port }))(password);

  async function save(key: string, code: string): Promise<number> {
    const headers = {
      ...JSON_TYPE,
      ...senders.token?.({ method: 'POST', path: '' }),
      'Idempotency-Key': key,
    };
    return (await ask({ port }, '/snippets/', { method: 'POST', headers, body: JSON.stringify({ code }) }))
      .status;
  }

  return {
    status,
    async everything(): Promise<Issued> {
      const login = await logIn(PASSWORD);
      assert.equal(login.status, 302);
      const body = new URLSearchParams({
        grant_type: 'password',
        username: 'alice',
        password: PASSWORD,
        client_id: client.clientId,
        client_secret: client.clientSecret,
      });
      const issued = await ask({ port }, '/oauth2/access_token/', {
        method: 'POST',
        headers: FORM,
        body: String(body),
      });
      assert.equal(issued.status, 200);
      keys += 1;
      assert.equal(await save(`key ${keys}`.replace(' ', '-'), 'first'), 201);
      return {
        session: cookiesOf(login.headers),
        oauth2: JSON.parse(issued.text).access_token,
        token: senders.token?.({ method: 'GET', path: '/users/' }).Authorization ?? '',
        key: `key-${keys}`,
      };
    },
    async accepts({ session, oauth2, token, key }: Issued): Promise<Accepted> {
      const page = await ask({ port }, '/users/', { headers: { Cookie: session, Accept: 'text/html' } });
      return {
        session: page.text.includes('Log out'),
        oauth2: (await status('/users/', { Authorization: `Bearer ${oauth2}` })) === 200,
        token: (await status('/users/', { Authorization: token })) === 200,
        key: (await save(key, 'first')) === 201,
      };
    },
    /**
     * At once: while the clock of the service is behind, MongoDB deletes the count of them in its next sweep.
     *
     * @returns how many wrong passwords were looked at
     */
    async guessManyTimes(): Promise<number> {
      const guesses = await Promise.all(Array.from({ length: GUESSES }, (_, i) => logIn(`wrong ${i}`)));
      return guesses.filter(({ status: answered }) => answered !== 429).length;
    },
    /** @returns seconds until the right password is taken */
    async waitForLogin(): Promise<number> {
      const began = performance.now();
      for (;;) {
        const seconds = (performance.now() - began) / 1000;
        const { status: answered, headers } = await logIn(PASSWORD);
        if (answered === 302 || seconds > WINDOW_S) return Math.round(seconds);
        assert.ok(Number(headers['retry-after']) <= WINDOW_S, `Retry-After: ${headers['retry-after']}`);
        await sleep(2000);
      }
    },
  };
}
