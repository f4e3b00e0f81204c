// One hostile client: nonsense, bodies that are too large or never end, heads that come slowly, answers that nobody
// reads, requests and answers that are broken off, and code that is hard to highlight.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRequest } from '../fuzz/requests.mjs';
import { sendBytes } from '../fuzz/send.mjs';

/** The share of each kind in a hundred. */
const ATTACKS = [
  [60, sendNonsense],
  [8, sendHugeBody],
  [8, sendSlowHead],
  [4, neverRead],
  [8, breakOffRequest],
  [8, breakOffAnswer],
  [4, sendHardCode],
].flatMap(([share, attack]) => Array(share).fill(attack));
/** Another one than that of the others, so that what is counted by IP is counted for it alone. */
const FROM = '127.0.0.2';
const HELD_MS = 15_000;

/**
 * @param {{ port: number, operations: object[], user: { authorization: string }, random: object }} target
 * @returns {() => Promise<{ statuses: number[], undeclared: number[] }>} does one thing
 */
export function makeHostile(target) {
  const { random } = target;
  return async () => {
    const { answers, operation } = await random.pick(ATTACKS)(target);
    return { statuses: answers, undeclared: answers.filter((status) => !isDeclared(operation, status)) };
  };
}

/** 501 and 505 are what Node.js answers to what is no HTTP/1.1. Nothing that a client sends excuses a 500. */
function isDeclared(operation, status) {
  if (status < 500 || status === 501 || status === 505) return true;
  return status === 503 && (operation === undefined || operation.responses[status] !== undefined);
}

async function sendNonsense({ port, operations, user, random }) {
  const request = makeRequest(random, { operations, credentials: [user.authorization, 'Token nobody'] });
  const { answers } = await sendBytes(port, request, 20_000);
  return { answers: answers.map(({ status }) => status), operation: request.operation };
}

async function sendHugeBody(target) {
  const bytes = 8_000_000;
  const head = headOf(target, 'POST', '/snippets/', [
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
  ]);
  return converse(target, async (socket) => {
    socket.write(head);
    for (let sent = 0; sent < bytes && !socket.destroyed; sent += 100_000) {
      if (!socket.write(Buffer.alloc(100_000, 'x'))) await sleep(5);
    }
  });
}

async function sendSlowHead(target) {
  const head = headOf(target, 'GET', '/snippets/', [`X-Long: ${'x'.repeat(HELD_MS / 500)}`]);
  return converse(target, async (socket) => {
    for (const character of head) {
      if (socket.destroyed) return;
      socket.write(character);
      await sleep(HELD_MS / head.length);
    }
  });
}

async function neverRead(target) {
  return converse(target, async (socket) => {
    socket.pause();
    socket.write(headOf(target, 'GET', '/snippets/', []).repeat(5));
    await sleep(HELD_MS);
    socket.destroy();
  });
}

async function breakOffRequest(target) {
  const fields = ['Content-Type: application/json', 'Content-Length: 50000'];
  return converse(target, async (socket) => {
    socket.write(headOf(target, 'POST', '/snippets/', fields) + '{"code": "'.padEnd(20_000, 'x'));
    await sleep(20);
    socket.resetAndDestroy();
  });
}

async function breakOffAnswer(target) {
  return converse(target, async (socket) => {
    socket.once('data', () => socket.resetAndDestroy());
    socket.write(headOf(target, 'GET', '/snippets/', []));
  });
}

async function sendHardCode(target) {
  const [code, language] = target.random.pick([
    ['<a '.repeat(30_000), 'xml'],
    ['['.repeat(90_000), 'json'],
    ['${`'.repeat(20_000), 'javascript'],
  ]);
  const body = JSON.stringify({ code, language });
  const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close'];
  return converse(target, async (socket) => {
    socket.write(headOf(target, 'POST', '/snippets/', fields) + body);
  });
}

const headOf = ({ user }, method, path, fields) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: ${user.authorization}`,
    ...fields,
    '',
    '',
  ].join('\r\n');

/** @returns {Promise<{ answers: number[] }>} the statuses that came, when the connection has ended */
function converse({ port }, talk) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: FROM });
    const limit = setTimeout(() => socket.destroy(), 2 * HELD_MS);
    let text = '';
    socket.on('error', () => undefined);
    // Of a long answer only its first line counts.
    socket.on('data', (chunk) => {
      if (text.length < 1000) text += chunk.toString('latin1');
    });
    socket.once('close', () => {
      clearTimeout(limit);
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
      resolve({ answers: status === undefined ? [] : [Number(status)] });
    });
    socket.once('connect', () => talk(socket).catch(() => socket.destroy()));
  });
}
