/** Heads and bodies that two readers could understand differently, on bare sockets. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exchange, makeTarget, report } from './attacked.js';

const GET = 'GET /snippets/ HTTP/1.1';
const HOST = 'Host: 127.0.0.1';
const END = 'Connection: close\r\n\r\n';

/** What is sent, and the statuses of the answers in their order. */
const HEADS: readonly (readonly [name: string, head: string, statuses: readonly number[]])[] = [
  ['two hosts in one Host', `${GET}\r\nHost: 127.0.0.1, evil.example\r\n${END}`, [400]],
  ['two Host lines', `${GET}\r\n${HOST}\r\nHost: evil.example\r\n${END}`, [400]],
  ['a port beyond 65535', `${GET}\r\nHost: 127.0.0.1:99999999\r\n${END}`, [400]],
  ['a user in Host', `${GET}\r\nHost: 127.0.0.1@evil.example\r\n${END}`, [400]],
  ['another authority', `GET http://evil.example/snippets/ HTTP/1.1\r\n${HOST}\r\n${END}`, [400]],
  ['HTTP/2.0', `GET / HTTP/2.0\r\n${HOST}\r\n${END}`, [505]],
  ['the same authority', `GET http://127.0.0.1/healthz HTTP/1.1\r\n${HOST}\r\n${END}`, [200]],
  ['/metrics by a foreign name', `GET /metrics HTTP/1.1\r\nHost: evil.example\r\n${END}`, [403]],
  ['/metrics by an own name', `GET /metrics HTTP/1.1\r\nHost: localhost\r\n${END}`, [200]],
  [
    'length and chunks',
    `POST /snippets/ HTTP/1.1\r\n${HOST}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
    [400],
  ],
  [
    'two lengths',
    `POST /snippets/ HTTP/1.1\r\n${HOST}\r\nContent-Length: 0\r\nContent-Length: 30\r\n\r\n${GET}\r\n${HOST}\r\n${END}`,
    [400],
  ],
  ['a length with a sign', `POST /snippets/ HTTP/1.1\r\n${HOST}\r\nContent-Length: +3\r\n\r\nabc`, [400]],
  [
    'a coding under chunked',
    `POST /snippets/ HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    [501],
  ],
  ['a space before the colon', `${GET}\r\nHost : 127.0.0.1\r\n${END}`, [400]],
  ['a folded line', `${GET}\r\n${HOST}\r\nX: a\r\n b\r\n${END}`, [400]],
  ['a bare CR in a value', `${GET}\r\n${HOST}\r\nX: a\rY: b\r\n${END}`, [400]],
  ['NUL in a value', `${GET}\r\n${HOST}\r\nX: a\0b\r\n${END}`, [400]],
  [
    'a chunk size with an underscore',
    `POST /snippets/ HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: chunked\r\n\r\n1_0\r\n`,
    [400],
  ],
];

const DENIED = `POST /snippets/ HTTP/1.1\r\n${HOST}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
/** What may follow the answer to a request that is denied. */
const BODIES = ['5\r\n{"a":\r\n0\r\n\r\n', '5\r\nabcdefgh\r\nzz\r\n', 'not a chunk\r\n\r\n', ''];

const statusesOf = (text: string) =>
  [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));

it('heads have one meaning, or are refused, and a refused request has one answer', async () => {
  const attacked = await (await makeTarget()).start();
  const found = await Promise.all(
    HEADS.map(async ([name, head]) => [name, statusesOf(await exchange(attacked, head))] as const),
  );
  const wrong = found.filter(([, statuses], i) => String(statuses) !== String(HEADS[i]?.[2]));
  report('5', 'embedded', `of ${HEADS.length} heads wrongly answered: ${JSON.stringify(wrong)}`);
  assert.deepEqual(wrong, []);

  const answers = await Promise.all(
    BODIES.map(async (body) => statusesOf(await exchange(attacked, DENIED, body))),
  );
  report('10, the rest of a denied body', 'embedded', JSON.stringify(answers));
  for (const statuses of answers) assert.deepEqual(statuses, [403]);
});
