/** Attacks on what is kept for a user, on connections, and by a clock that was wrong. Each has a service of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { fakeClock } from '../helpers/fake-clock.js';
import { freePort } from '../helpers/service.js';
import {
  type Attack,
  ask,
  basic,
  cookiesOf,
  hangUp,
  openLogin,
  PASSWORD,
  sendOn,
  withTarget,
} from './attacked.js';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const MB = 1_000_000;
/** What one user may have at once. */
const MOST_LOGINS = 50;
const LOGINS = 70;
const OPEN_FILES = 400;
const YEAR_S = 365 * 24 * 60 * 60;

export const ACCOUNTS: readonly Attack[] = [
  {
    finding: 3,
    what: '40 saves with keys of a user with a quota of 1 MB',
    run: (_, side) =>
      withTarget(side, { QUOTA_BYTES: String(MB) }, async (target) => {
        target.addUser('alice');
        const service = await target.start();
        const sent = {
          headers: { ...basic('alice'), 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
          body: gzipSync(JSON.stringify({ code: '<\n'.repeat(50_000), language: 'plaintext' })),
        };
        const { headers } = await ask(service, '/snippets/', { ...sent, method: 'POST' });
        const path = String(headers.location);
        const before = await target.bytes();
        const saves = [];
        for (let i = 0; i < 40; i += 1) {
          const keyed = { ...sent.headers, 'Idempotency-Key': `post-${i}`, Accept: 'text/html' };
          const put = { ...keyed, 'Idempotency-Key': `put-${i}` };
          saves.push(await ask(service, path, { ...sent, method: 'PUT', headers: put }));
          const made = await ask(service, '/snippets/', { ...sent, method: 'POST', headers: keyed });
          saves.push(made);
          await ask(service, String(made.headers.location), { method: 'DELETE', headers: basic('alice') });
        }
        const grown = ((await target.bytes()) - before) / MB;
        const statuses = [...new Set(saves.map(({ status }) => status))];
        // The log of the embedded store is up to 4 MB large.
        return { figures: `${statuses}; the store grew by ${grown.toFixed(1)} MB`, holds: grown < 6 };
      }),
  },
  {
    finding: 4,
    what: `${LOGINS} logins and ${LOGINS} OAuth 2.0 tokens of a user`,
    run: (_, side) =>
      withTarget(side, { AUTH_SCHEMES: 'session,oauth2' }, async (target) => {
        target.addUser('alice');
        const client = JSON.parse(target.command(['oauth2', 'clients', 'create', 'editor', '--json']));
        const { client_id, client_secret } = client;
        const fields = { grant_type: 'password', username: 'alice', password: PASSWORD };
        const body = String(new URLSearchParams({ ...fields, client_id, client_secret }));
        const service = await target.start();
        const logIn = await openLogin(service);
        const credentials: Record<string, string>[] = [];
        for (let i = 0; i < LOGINS; i += 1) {
          credentials.push({ Cookie: cookiesOf((await logIn(PASSWORD)).headers) });
          const { text } = await ask(service, '/oauth2/access_token/', {
            method: 'POST',
            headers: FORM,
            body,
          });
          credentials.push({ Authorization: `Bearer ${JSON.parse(text).access_token}` });
        }
        const alive = { Cookie: 0, Authorization: 0 };
        for (const headers of credentials) {
          const { status, text } = await ask(service, '/users/', {
            headers: { ...headers, Accept: 'text/html' },
          });
          const name = 'Cookie' in headers ? 'Cookie' : 'Authorization';
          if (status === 200 && (name === 'Authorization' || text.includes('Log out'))) alive[name] += 1;
        }
        return {
          figures: `${alive.Cookie} sessions and ${alive.Authorization} tokens live`,
          holds: alive.Cookie === MOST_LOGINS && alive.Authorization === MOST_LOGINS,
        };
      }),
  },
  {
    finding: 6,
    what: `500 connections with ${OPEN_FILES} file handles`,
    run: async (_, side) => {
      const metricsPort = await freePort();
      return withTarget(side, { METRICS_PORT: String(metricsPort) }, async (target) => {
        const service = await target.start({}, OPEN_FILES);
        for (let i = 0; i < 500; i += 1) sendOn(service, '');
        await sleep(1500);
        const metrics = await ask({ port: metricsPort }, '/metrics', { patienceMs: 3000 });
        const isTold = /new connections are dropped/.test(service.log());
        hangUp();
        return {
          figures: `${isTold ? 'logged' : 'nothing in the log'}; metrics ${metrics.status || 'without an answer'}`,
          holds: isTold && metrics.status === 200,
        };
      });
    },
  },
  {
    finding: 7,
    what: 'a clock a year ahead while wrong passwords arrive, then right',
    run: async (_, side) => {
      const clock = await fakeClock();
      return withTarget(side, { ...clock.env, THROTTLE_RATES: 'login=20/min' }, async (target) => {
        target.addUser('alice');
        const service = await target.start();
        await clock.set(YEAR_S, service.port);
        const guess = await openLogin(service);
        for (let i = 0; i < 25; i += 1) await guess(`wrong ${i}`);
        await clock.set(0, service.port);
        const { status, headers } = await (await openLogin(service))(PASSWORD);
        const wait = Number(headers['retry-after'] ?? 0);
        return { figures: `the right password ${status}, to wait ${wait} s`, holds: wait <= 60 };
      });
    },
  },
];
