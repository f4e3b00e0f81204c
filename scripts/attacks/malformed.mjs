// Finding 13: requests that were answered wrongly, and small gaps.

import { startService } from '../start-service.mjs';
import { ask, askRaw, basic, JSON_TYPE } from './ask.mjs';
import { observe } from './observe.mjs';

const PASSWORD = 'a long password';
const HOST = 'Host: 127.0.0.1\r\n';

export async function malformed(report) {
  const service = await startService({
    prepare: ({ run }) => run(['users', 'create', 'alice', '--password-stdin'], PASSWORD),
  });
  const alice = basic('alice', PASSWORD);
  const observed = async (name, attack, statusOf) => {
    const { result, ...seen } = await observe(service, attack);
    report('13', name, statusOf(result), seen);
  };
  const status = ({ status }) => String(status);
  const withType = ({ status, headers }) => `${status} ${headers['content-type']}`;
  const statuses = (text) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => code).join(', ');
  try {
    await ask(`${service.url}/snippets/`, { headers: { ...alice, ...JSON_TYPE }, body: '{"code": "x"}' });
    await observed(
      'GET http:// HTTP/1.1',
      () => askRaw(service.port, `GET http:// HTTP/1.1\r\n${HOST}\r\n`),
      statuses,
    );
    const body = '['.repeat(5000) + ']'.repeat(5000);
    await observed(
      'a PUT of 5,000 nested arrays, as HTML',
      () =>
        ask(`${service.url}/snippets/1/`, {
          method: 'PUT',
          headers: { ...alice, ...JSON_TYPE, Accept: 'text/html' },
          body,
        }),
      withType,
    );
    await observed(
      'a valid GET, and a malformed request behind it',
      () => askRaw(service.port, `GET /snippets/ HTTP/1.1\r\n${HOST}\r\nnonsense\r\n\r\n`),
      statuses,
    );
    const session = await logIn(service.url);
    const save = (Cookie) =>
      ask(`${service.url}/snippets/`, {
        headers: { ...JSON_TYPE, ...session.headers, Cookie },
        body: '{"code": "x"}',
      });
    await observed('a save with a session', () => save(session.cookies), status);
    await observed(
      'the same with a planted sessionid before it',
      () => save(`sessionid=planted; ${session.cookies}`),
      status,
    );
    for (const header of ['Via', 'X-Real-IP', 'Forwarded', 'X-Forwarded-For'])
      await observed(
        `Basic over HTTP through a proxy that sends ${header}`,
        () => ask(`${service.url}/snippets/`, { headers: { ...alice, [header]: '192.0.2.1' } }),
        status,
      );
    const two = `Authorization: ${alice.Authorization}\r\nAuthorization: Token x\r\nConnection: close\r\n`;
    await observed(
      'two Authorization headers',
      () => askRaw(service.port, `GET /snippets/ HTTP/1.1\r\n${HOST}${two}\r\n`),
      statuses,
    );
    await observed(
      'a new password of one character',
      async () => attempt(() => service.run(['users', 'create', 'eve', '--password-stdin'], 'x')),
      (text) => text,
    );
  } finally {
    await service.stop();
  }
  const behindTls = await startService({ env: { TRUST_PROXY: '1' } });
  try {
    const { result, ...seen } = await observe(behindTls, () =>
      ask(`${behindTls.url}/`, { headers: { 'X-Forwarded-Proto': 'https' } }),
    );
    report(
      '13',
      `over HTTPS: Strict-Transport-Security: ${result.headers['strict-transport-security']}`,
      status(result),
      seen,
    );
  } finally {
    await behindTls.stop();
  }
}

function attempt(run) {
  try {
    run();
    return 'accepted';
  } catch {
    return 'refused';
  }
}

/** @returns the cookies of a session, and the headers that a save needs beside them */
async function logIn(url) {
  const cookiesOf = ({ headers }) =>
    (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  const page = await ask(`${url}/api-auth/login/`);
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="(\w+)"/.exec(page.body)?.[1] ?? '';
  const body = String(new URLSearchParams({ username: 'alice', password: PASSWORD, csrfmiddlewaretoken }));
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await ask(`${url}/api-auth/login/`, {
    headers: { ...type, Cookie: cookiesOf(page), Origin: url },
    body,
  });
  const cookies = cookiesOf(answer);
  return { cookies, headers: { 'X-CSRFToken': /csrftoken=(\w+)/.exec(cookies)?.[1] ?? '', Origin: url } };
}
