/** Heads and bodies that two readers could understand differently, on bare sockets. */
import { type Attack, exchange } from './attacked.js';

const GET = 'GET /snippets/?limit=1 HTTP/1.1';
const HOST = 'Host: 127.0.0.1';
const END = 'Connection: close\r\n\r\n';

/** What is sent, and the statuses of the answers in their order. */
const HEADS: readonly (readonly [name: string, head: string, statuses: readonly number[]])[] = [
  ['two hosts in one Host', `${GET}\r\nHost: 127.0.0.1, evil.example\r\n${END}`, [400]],
  ['a port beyond 65535', `${GET}\r\nHost: 127.0.0.1:99999999\r\n${END}`, [400]],
  ['another authority', `GET http://evil.example/snippets/ HTTP/1.1\r\n${HOST}\r\n${END}`, [400]],
  ['HTTP/2.0', `GET / HTTP/2.0\r\n${HOST}\r\n${END}`, [505]],
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

export const HEAD_ATTACKS: readonly Attack[] = [
  {
    finding: 5,
    what: `${HEADS.length} heads with two meanings`,
    async run(service) {
      const found = await Promise.all(
        HEADS.map(async ([name, head, wanted]) => {
          const statuses = statusesOf(await exchange(service, head));
          return String(statuses) === String(wanted) ? [] : [`${name} (${statuses})`];
        }),
      );
      const wrong = found.flat();
      return {
        figures: `${wrong.length} wrongly answered${wrong.length > 0 ? `: ${wrong.join(', ')}` : ''}`,
        holds: wrong.length === 0,
      };
    },
  },
  {
    finding: 10,
    what: 'a body in chunks after a denial',
    async run(service) {
      const answers = await Promise.all(
        BODIES.map(async (body) => statusesOf(await exchange(service, DENIED, body))),
      );
      const figures = `answers ${answers.map((statuses) => statuses.join(' and ')).join(', ')}`;
      return { figures, holds: answers.every((statuses) => String(statuses) === '403') };
    },
  },
];
