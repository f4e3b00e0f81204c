/** Answers are compressed in a coding that the client accepts, HEAD as GET; compressed lists are still streams. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, get as open } from 'node:http';
import { afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { readSpecification } from '#src/contract/read-specification.js';
import { handlers } from '#src/handlers/index.js';
import { startApp, type TestApp, useApp } from '../helpers/app.js';
import { sendRaw, textOf } from '../helpers/send.js';
import { until } from '../helpers/until.js';

/** Compressible, and longer than what is sent as it is. */
const CODE = Array.from({ length: 200 }, (_, n) => `print("line ${n} of the program")`).join('\n');

const sizeOf = async (answer: Response) => (await answer.clone().arrayBuffer()).byteLength;

/** All but what belongs to one answer or to its transfer. */
function comparable({ headers }: Response, isList: boolean): Record<string, string> {
  const own = ['date', 'connection', 'keep-alive', 'transfer-encoding'];
  // HEAD of a list does not make it, so it leaves out what depends on its length (RFC 9110, 9.3.2).
  const left = isList ? [...own, 'content-length', 'content-encoding'] : own;
  const kept: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (!left.includes(name)) kept[name] = value;
  });
  return kept;
}

describe('the coding of an answer', () => {
  const app = useApp();
  before(async () => {
    const client = app.client(await app.addUser('alice'));
    await client.createSnippet({ code: CODE, title: 'long' });
    await client.createSnippet({ code: 'x', title: 'short' });
  });

  const send = (path: string, acceptEncoding?: string, headers = {}, method = 'GET') => {
    const accepted = acceptEncoding !== undefined && { 'Accept-Encoding': acceptEncoding };
    // Pages show the id of their request.
    return sendRaw(app.url, { path, method, headers: { 'X-Request-Id': 'one', ...headers, ...accepted } });
  };

  for (const [header, coding] of [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['compress, deflate', undefined],
    ['GZip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['gzip;q=0.000', undefined],
    ['gzip;q=nonsense', undefined],
    [';,,;q=1,,gzip', 'gzip'],
    ['identity;q=0', undefined],
  ] as const)
    it(`is ${coding ?? 'none'} for Accept-Encoding: ${header ?? '(none)'}`, async () => {
      const answer = await send('/snippets/1/', header);
      assert.deepEqual([answer.status, answer.headers.get('Content-Encoding')], [200, coding ?? null]);
      assert.equal(Number(answer.headers.get('Content-Length')), await sizeOf(answer));
      assert.equal(JSON.parse(await textOf(answer)).code, CODE);
    });

  const HTML = { Accept: 'text/html' };
  const LONG = ['/snippets/', '/snippets/?limit=1', '/snippets/1/', '/snippets/1/raw/', '/openapi.json'];
  const SHORT = [
    '/',
    '/snippets/2/',
    '/users/1/',
    '/healthz',
    '/readyz',
    '/nothing/',
    '/snippets/?format=xml',
  ];
  for (const [path, headers, isLong] of [
    ...[...LONG, '/snippets/1/highlight/', '/openapi.yaml'].map((path) => [path, {}, true] as const),
    ['/snippets/1/?page', HTML, true],
    ...[...SHORT, '/users/', '/snippets/999/'].map((path) => [path, {}, false] as const),
  ] as const)
    it(`changes nothing but the size, and HEAD has the headers of GET: ${path}`, async () => {
      const isList = /^\/(snippets|users)\/(\?limit=1)?$/.test(path);
      const plain = await send(path, undefined, headers);
      const [text, size] = [await textOf(plain.clone()), await sizeOf(plain)];
      for (const coding of [undefined, 'br', 'gzip']) {
        const coded = await send(path, coding, headers);
        // A list is compressed before its length is known.
        if (path !== '/users/')
          assert.equal(coded.headers.get('Content-Encoding'), isLong ? (coding ?? null) : null);
        if (isLong && coding !== undefined)
          assert.ok((await sizeOf(coded)) < size, `${coding} is longer than ${size} bytes`);
        if (isLong) assert.match(coded.headers.get('Vary') ?? '', /\bAccept-Encoding\b/);
        const head = await send(path, coding, headers, 'HEAD');
        assert.deepEqual([head.status, await sizeOf(head)], [coded.status, 0]);
        assert.deepEqual(comparable(head, isList), comparable(coded, isList), coding);
        assert.equal(await textOf(coded), text);
      }
    });
});

const code = () => Array.from({ length: 2000 }, () => Math.random().toString(36)).join(' ');
const rest = { owner: null, title: '', linenos: false, language: 'python', style: 'friendly' };
const item = (id: number) => ({ id, code: code(), ...rest });

describe('a compressed list', () => {
  let app: TestApp;
  afterEach(() => app.close());

  async function serve(items: () => AsyncGenerator<object[]>): Promise<void> {
    const listSnippets = () => ({ status: 200 as const, body: items() as never });
    const api = { specification: readSpecification(), handlers: { ...handlers, listSnippets } };
    app = await startApp({ api });
  }

  async function ask(coding: string): Promise<IncomingMessage> {
    const request = open(`${app.url}/snippets/`, { headers: { 'Accept-Encoding': coding }, agent: false });
    const [incoming] = (await once(request, 'response')) as [IncomingMessage];
    return incoming;
  }

  for (const [coding, decoder] of [
    ['br', createBrotliDecompress],
    ['gzip', createGunzip],
  ] as const) {
    it(`begins before its end is known: ${coding}`, async () => {
      let isSeen = false;
      await serve(async function* items() {
        // The renderer collects 64 KiB before it writes.
        for (let id = 0; id < 4; id += 1) yield [item(id)];
        await until('the first items have come', () => isSeen);
        yield [item(4)];
      });
      const decoded = (await ask(coding)).pipe(decoder());
      decoded.setEncoding('utf8');
      let text = '';
      for await (const chunk of decoded) {
        text += chunk;
        isSeen ||= text.includes('"id":2');
      }
      assert.equal(JSON.parse(text).length, 5);
    });

    it(`waits for a reader that does not read, and ends when it goes: ${coding}`, async () => {
      let given = 0;
      let isEnded = false;
      await serve(async function* items() {
        try {
          for (; ; given += 1) yield [item(given)];
        } finally {
          isEnded = true;
        }
      });
      const incoming = await ask(coding);
      // Until nothing more is taken from the list: all buffers on the way are full.
      for (let before = -1; given > before; await sleep(300)) before = given;
      assert.ok(given < 2000, `${given} items of 25 KB were taken`);
      incoming.destroy();
      await until('the list is ended', () => isEnded);
    });

    it(`does not look complete when it fails half-way: ${coding}`, async () => {
      await serve(async function* items() {
        for (let id = 0; id < 20; id += 1) yield [item(id)];
        throw new Error('the store is gone');
      });
      const incoming = await ask(coding);
      incoming.resume();
      await assert.rejects(once(incoming, 'end'), { code: 'ECONNRESET' });
    });
  }

  it('goes out as it is while 32 encoders are at work, and is compressed again after them', async () => {
    let mayEnd = false;
    await serve(async function* items() {
      yield Array.from({ length: 5 }, (_, id) => item(id));
      for (; !mayEnd; await sleep(10)) yield [];
    });
    const opened: IncomingMessage[] = [];
    for (let n = 0; n < 34; n++) opened.push((await ask('br')).resume());
    const codings = opened.map(({ headers }) => headers['content-encoding']);
    assert.deepEqual(codings, [...Array(32).fill('br'), undefined, undefined]);
    mayEnd = true;
    await Promise.all(opened.map((incoming) => incoming.readableEnded || once(incoming, 'end')));
    assert.equal((await ask('br')).resume().headers['content-encoding'], 'br');
  });
});
