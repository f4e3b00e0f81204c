/** `export` and `import`: from the embedded store to MongoDB and back, and what stands in the way. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { Connection } from '#src/store/embedded/connection.js';
import { storeMany } from '../faults/many-snippets.js';
import { startApp } from '../helpers/app.js';
import { skipWithoutMongod } from '../helpers/mongod.js';
import {
  launch,
  results,
  run,
  runHere,
  type Settings,
  serve,
  stop,
  temporaryFolder,
} from '../helpers/service.js';
import { databaseOf } from '../helpers/stores.js';

const SECRET_KEY = 'a secret key that only tests of this project know';
const OTHER_KEY = 'another secret key, of more than 32 characters';
const MANY = 1_500;

// Here and not in a hook: Node 20 runs an `after` of a `before` hook when that hook ends.
const folder = await temporaryFolder();
const inFolder = (name: string) => join(folder, name);
let made = 0;
/** An embedded store that nobody else has. */
const empty = (more: Settings = {}): Settings => ({
  AUTH_SCHEMES: 'basic,token',
  SECRET_KEY,
  DATA_DIR: inFolder(`data-${++made}`),
  ...more,
});

interface Exported {
  readonly snippets: number;
  readonly users: number;
  readonly sha256: string;
}

async function exported(settings: Settings, file: string): Promise<Exported> {
  const outcome = await runHere(['export', file, '--json'], settings);
  assert.deepEqual([outcome.code, outcome.stderr], [0, '']);
  const [result] = results(outcome);
  return result as Exported;
}

async function imported(settings: Settings, file: string): Promise<string> {
  const outcome = await runHere(['import', file], settings);
  assert.deepEqual([outcome.code, outcome.stderr], [0, '']);
  return outcome.stdout;
}

/** What is stored of long markup. */
const compressed = (markup: string) => `>${deflateRawSync(markup).toString('base64')}`;

async function refused(settings: Settings, args: string[], message: RegExp): Promise<void> {
  const outcome = await runHere(args, settings);
  assert.equal(outcome.code, 1, outcome.stdout);
  assert.match(outcome.stderr, message);
}

describe('an export', () => {
  const source = empty();
  const file = inFolder('store.ndjson');
  let token: string;
  let whole: Exported;

  /** What clients see, and whether the password, the token and a deactivated user are what they were. */
  async function answersOf(settings: Settings): Promise<unknown[]> {
    const app = await startApp({ env: settings });
    const send = async (path: string, Authorization = '', method = 'GET') => {
      const headers = Authorization === '' ? {} : { Authorization };
      const body = method === 'GET' ? {} : { body: new URLSearchParams({ code: 'print("after")' }) };
      const response = await app.fetch(path, { method, headers, ...body });
      return [response.status, response.headers.get('ETag'), await response.text()];
    };
    const answers = [
      await send('/snippets/'),
      await send('/snippets/2/'),
      await send('/snippets/2/highlight/'),
      await send('/snippets/?q=marked'),
      await send('/users/'),
      await send('/snippets/', `Token ${token}`, 'POST'),
      await send('/snippets/', `Basic ${btoa('alice:correct horse')}`, 'POST'),
      await send('/snippets/', `Basic ${btoa('bob:correct horse')}`, 'POST'),
    ];
    await app.close();
    return answers;
  }

  before(async () => {
    for (const name of ['alice', 'bob'])
      await runHere(['users', 'create', name, '--password-stdin'], source, 'correct horse\n');
    [{ token }] = results(await runHere(['tokens', 'create', 'alice', '--json'], source)) as [
      { token: string },
    ];
    await runHere(['users', 'deactivate', 'bob'], source);
    await runHere(['oauth1', 'consumers', 'create', 'a client'], source);
    await runHere(['oauth2', 'clients', 'create', 'a client'], source);
    const app = await startApp({ env: source });
    for (const [title, key] of [
      ['first', 'k1'],
      ['marked ünïcode \u2028 "quoted"', 'k2'],
      ['third', 'k3'],
    ] as const) {
      const snippet = { title, code: `print("${title}")\r\n\ttab`.repeat(title.length ** 2) };
      const headers = { Authorization: `Token ${token}`, 'Idempotency-Key': key };
      assert.equal((await app.sendJson('POST', '/snippets/', snippet, headers)).status, 201);
    }
    await app.close();
    const outcome = await run(['export', file, '--json'], source);
    assert.deepEqual([outcome.code, outcome.stderr], [0, '']);
    [whole] = results(outcome) as [Exported];
  });

  it('is readable by its owner alone, and holds a JSON object on each line', async () => {
    assert.equal(((await stat(file)).mode & 0o777).toString(8), '600');
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    const [first, ...others] = lines.map((line) => JSON.parse(line));
    assert.deepEqual(Object.keys(first.export).sort(), ['fingerprint', 'version']);
    assert.equal(others.at(-1).end.sha256, whole.sha256);
    assert.deepEqual([whole.snippets, whole.users], [3, 2]);
  });

  it('goes to MongoDB and back without a difference', { skip: skipWithoutMongod }, async () => {
    const MONGODB_URL = await databaseOf('mongodb');
    const onMongodb = empty({ MONGODB_URL: MONGODB_URL ?? '' });
    const back = empty();
    await imported(onMongodb, file);
    const second = inFolder('from-mongodb.ndjson');
    assert.equal((await exported(onMongodb, second)).sha256, whole.sha256);
    await imported(back, second);
    assert.equal((await exported(back, inFolder('back.ndjson'))).sha256, whole.sha256);
    const expected = await answersOf(source);
    assert.deepEqual(
      expected.slice(5).map((answer) => (answer as [number])[0]),
      [201, 201, 401],
    );
    assert.deepEqual(await answersOf(onMongodb), expected);
    assert.deepEqual(await answersOf(back), expected);
  });

  it('begins again when an export was interrupted', async () => {
    const again = inFolder('again.ndjson');
    await writeFile(`${again}.partial`, 'the beginning of an export');
    const { sha256 } = await exported(source, again);
    assert.equal((await exported(source, inFolder('uninterrupted.ndjson'))).sha256, sha256);
    assert.equal(existsSync(`${again}.partial`), false);
  });

  it('replaces no file, and an import takes no store that holds records', async () => {
    await refused(source, ['export', file], /store\.ndjson exists already; name another file/);
    await refused(source, ['import', file], /the store holds \w+ already; import into an empty store/);
  });

  /** A file with these lines instead of the records, and a last line that fits them. */
  async function craft(lines: readonly string[], ofEnd: object = {}): Promise<string> {
    const [header] = (await readFile(file, 'utf8')).split('\n');
    const sha256 = createHash('sha256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest('hex');
    const records: Record<string, number> = {};
    for (const line of lines) {
      const [, name = ''] = /^\{"collection":"(\w+)"/.exec(line) ?? [];
      if (name !== '') records[name] = (records[name] ?? 0) + 1;
    }
    const end = JSON.stringify({ end: { records, sha256, ...ofEnd } });
    await writeFile(inFolder('crafted'), `${[header, ...lines, end].join('\n')}\n`);
    return inFolder('crafted');
  }

  const recordsOf = async () => (await readFile(file, 'utf8')).trimEnd().split('\n').slice(1, -1);

  it('is refused when it is cut off, damaged or something else, and nothing is stored', async () => {
    const text = await readFile(file, 'utf8');
    const variants: [string, string, RegExp][] = [
      ['cut', text.slice(0, -200), /is cut off/],
      ['changed', text.replace('third', 'fourt'), /its checksum or its counts differ/],
      ['other', '{"some":"json"}\n', /is not an export of this service/],
      ['newer', text.replace(/"version":\d+/, '"version":9999'), /use the release that wrote it/],
      ['more', `${text}{"collection":"comments","record":{}}\n`, /line \d+, "collection" is "comments"/],
      ['twice', text + text.slice(text.indexOf('\n') + 1), /line \d+, "collection" is "snippets"/],
    ];
    const target = empty();
    for (const [name, content, message] of variants) {
      await writeFile(inFolder(name), content);
      await refused(target, ['import', inFolder(name)], message);
    }
    const counted = await craft(await recordsOf(), { records: { snippets: 4 } });
    await refused(target, ['import', counted], /its checksum or its counts differ/);
    await refused(target, ['import', inFolder('missing')], /cannot be read \(ENOENT\)/);
    await imported(target, file);
  });

  it('is refused when a line cannot be stored, with the line, the field and what is allowed', async () => {
    const records = await recordsOf();
    const snippet = JSON.parse(records[0] ?? '');
    const change = (fields: object) => ({ ...snippet, record: { ...snippet.record, ...fields } });
    const markup = 'escaped text with <span class="..."> and </span> only';
    const nonsense: [string | object, string][] = [
      ['no JSON', 'it must be a JSON object'],
      ['['.repeat(100_000), 'it must be a JSON object'],
      ['"text"', 'it must be a JSON object'],
      [{ record: {} }, '"collection" is missing: it must be one of '],
      [{ collection: 'toString', record: {} }, '"collection" is "toString": it must be one of '],
      [{ collection: 'meta', record: {} }, '"collection" is "meta": it must be one of '],
      [{ collection: 'users', record: [1] }, '"record" is a list: it must be an object'],
      [{ collection: 'users', record: {} }, '"record._id" of users is missing: it must be a whole number'],
      [change({ _id: { $gt: 0 } }), '"record._id" of snippets is an object: it must be a whole number'],
      [change({ _id: 0 }), '"record._id" of snippets is 0: it must be a whole number from 1'],
      [change({ _id: 2 ** 53 - 1 }), 'it must be a whole number from 1 to 4503599627370496'],
      [change({ created: 'now' }), '"record.created" of snippets is "now": it must be a date, as {"$date"'],
      [change({ created: { $date: 'now' } }), '"record.created" of snippets is an object: it must be a date'],
      [change({ terms: ['a'] }), '"record.terms" of snippets is a list: it must be left out'],
      [change({ words: 1 }), '"record.words" of snippets is 1: it must be left out'],
      [change({ $set: 1 }), '"record.$set" of snippets is 1: it must be left out'],
      [change({ ownerId: [1] }), '"record.ownerId" of snippets is a list: it must be a whole number'],
      [change({ title: { a: 1 } }), '"record.title" of snippets is an object: it must be a text'],
      [change({ title: null }), '"record.title" of snippets is null: it must be a text'],
      [
        change({ title: '\ud800' }),
        '"record.title" of snippets is "\\ud800": it must be a text without half',
      ],
      [change({ linenos: 1 }), '"record.linenos" of snippets is 1: it must be true or false'],
      [change({ language: 'x" onload="' }), '"record.language" of snippets is "x\\" onload=\\"": it must be'],
      [change({ plain: '-->' }), '"record.plain" of snippets is "-->": it must be timeout or'],
      ...[
        '<script>alert(1)</script>',
        '<span class="a">',
        '</span>',
        '<span class="a" onclick="x">a</span>',
        'a & b',
        'a < b',
      ].flatMap((text): [object, string][] => [
        [
          change({ excerpt: text }),
          `"record.excerpt" of snippets is ${JSON.stringify(text)}: it must be ${markup}`,
        ],
        [change({ markup: compressed(text) }), `it must be ${markup}, or its compressed form`],
      ]),
      [change({ excerpt: compressed('a') }), `it must be ${markup}`],
      [change({ markup: '>no' }), '"record.markup" of snippets is ">no": it must be'],
      [change({ markup: compressed('a'.repeat(5_000_000)) }), `it must be ${markup}, or its compressed form`],
    ];
    const target = empty();
    for (const [line, message] of nonsense) {
      const text = typeof line === 'string' ? line : JSON.stringify(line);
      const { code, stderr } = await runHere(['import', await craft([text, ...records.slice(1)])], target);
      assert.ok(stderr.includes('line 2') && stderr.includes(message), `${stderr}instead of: ${message}`);
      assert.equal(code, 1);
    }
    const orders: [string[], RegExp][] = [
      [
        [records[0] ?? '', ...records],
        /line 3, "record\._id" of snippets is 1: it must be greater than the one before/,
      ],
      [[...records, records[0] ?? ''], /"collection" is "snippets": it must be one of/],
    ];
    const [, ...later] = records;
    const early = change({ created: { $date: '9999-01-01T00:00:00.000Z' } });
    orders.push([
      [JSON.stringify(early), ...later],
      /line 3, "record\.created" of snippets is an object: it must be no earlier than the one before, 9999/,
    ]);
    for (const [lines, message] of orders) await refused(target, ['import', await craft(lines)], message);
    // Nothing of them was stored.
    await imported(target, file);
  });

  it('with a line of 600 MB is refused without the memory for it', async (test) => {
    const long = inFolder('long');
    const draft = await open(long, 'w');
    test.after(() => rm(long));
    await draft.write(`${(await readFile(file, 'utf8')).split('\n')[0]}\n{"collection":"snippets`);
    // The rest is a hole: zeros that take no room on the disk.
    await draft.truncate(600 * 1024 * 1024);
    await draft.close();
    await refused(empty(), ['import', long], /has a line that no record takes/);
  });

  it('under another SECRET_KEY is imported, its tokens do not count, and no id is given twice', async (test) => {
    const other = empty({ SECRET_KEY: OTHER_KEY });
    // Its counters are behind its records.
    const lines = (await recordsOf()).filter((line) => !line.startsWith('{"collection":"counters"'));
    assert.match(await imported(other, await craft(lines)), /Made under another SECRET_KEY: 1 token\./);
    const app = await startApp({ env: other }, test);
    const create = (Authorization: string) =>
      app.sendJson('POST', '/snippets/', { code: 'x' }, { Authorization });
    assert.equal((await create(`Token ${token}`)).status, 401);
    const created = await create(`Basic ${btoa('alice:correct horse')}`);
    assert.deepEqual([created.status, (await created.json()).id], [201, 4]);
    assert.equal((await app.addUser('carol')).id, 3);
  });
});

describe('an import', () => {
  it('is refused while the service runs on the empty store', async () => {
    const target = empty();
    const service = await serve(target);
    await refused(target, ['import', 'any.ndjson'], /The store is in use\. Stop the service/);
    await stop(service);
  });

  it('keeps the service out while it runs, and when it was killed begins anew', async () => {
    const source = empty();
    await storeMany(MANY, source);
    const file = inFolder('many.ndjson');
    const { sha256 } = await exported(source, file);
    const target = empty();
    const command = launch(['import', file], target);
    const path = join(target.DATA_DIR ?? '', 'snippet-store.sqlite');
    while (countSnippets(path) === 0) await sleep(5);
    command.signal('SIGSTOP');
    await refused(target, ['serve'], /An import into this store is under way/);
    command.signal('SIGKILL');
    await command.ended;
    const stored = countSnippets(path);
    assert.ok(stored > 0 && stored < MANY, `${stored} of ${MANY} were stored`);
    const unfinished =
      /An import into this store was interrupted\. Run it again, it begins anew: snippet-store import \S+many\.ndjson/;
    for (const args of [['serve'], ['users', 'list'], ['export', inFolder('part.ndjson')]])
      await refused(target, args, unfinished);
    await imported(target, file);
    assert.equal((await exported(target, inFolder('many-again.ndjson'))).sha256, sha256);
  });
});

function countSnippets(path: string): number {
  try {
    const connection = new Connection(path, { readOnly: true });
    try {
      return Number(connection.first('select count(*) from snippets'));
    } finally {
      connection.close();
    }
  } catch {
    // It is not made yet, or busy.
    return 0;
  }
}

it('an export that cannot be written says why', async () => {
  const without = empty();
  await storeMany(1, without);
  const connection = new Connection(join(without.DATA_DIR ?? '', 'snippet-store.sqlite'));
  connection.exec("update snippets set doc = json_set(doc, '$.ownerId', 7, '$.owner', 'eve')");
  connection.close();
  await refused(without, ['export', inFolder('gone')], /the user eve has snippets and is gone/);
  await refused(empty(), ['export', join(folder, 'no-such-folder', 'x')], /cannot be written \(ENOENT\)/);
});
