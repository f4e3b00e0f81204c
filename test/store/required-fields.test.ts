/** Records of the first release have every required field once they are brought forward: no migration is missing. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { openStore, type Store } from '#src/store/index.js';
import { recordingLog } from './samples.js';

const created = new Date(0);
const expiresAt = new Date(Date.now() + 86_400_000);
const accessToken = { _id: 'a', userId: 1, clientId: 'c', scope: 'read', familyId: 'f', expiresAt };

/**
 * A record of each collection as the first release wrote it. It never changes: a new field of these records is either
 * optional, or a migration adds it. A collection that a later release added has no record here.
 */
const FIRST_RELEASE: readonly (readonly [collection: keyof Store, type: string, record: object])[] = [
  [
    'snippets',
    'SnippetRecord',
    {
      _id: 1,
      created,
      title: 'Greeting',
      code: 'print(1)',
      linenos: false,
      language: 'python',
      style: 'friendly',
      ownerId: 1,
      owner: 'ada',
      highlightedGzip: Buffer.from('page'),
      plain: false,
      version: 1,
      form: 4,
      excerpt: 'print(1)',
      length: 8,
    },
  ],
  ['users', 'UserRecord', { _id: 1, username: 'ada', password: '$argon2id$...', active: true, created }],
  ['tokens', 'TokenRecord', { _id: 1, userId: 1, salt: 's', fingerprint: 'f', hash: 'h', created }],
  ['sessions', 'SessionRecord', { _id: 's', userId: 1, data: {}, expiresAt }],
  ['oauth1Consumers', 'OAuth1ConsumerRecord', { _id: 1, name: 'n', key: 'k', secret: 's', created }],
  ['oauth1Tokens', 'OAuth1TokenRecord', { _id: 1, key: 'k', salt: 's', consumerId: 1, userId: 1, created }],
  ['oauth2Clients', 'OAuth2ClientRecord', { _id: 1, name: 'n', clientId: 'c', secretHash: 'h', created }],
  ['oauth2AccessTokens', 'OAuth2AccessTokenRecord', accessToken],
  ['oauth2RefreshTokens', 'OAuth2RefreshTokenRecord', { ...accessToken, spent: false }],
];

/** The methods of a collection that the test calls, for records of any type. */
interface AnyCollection {
  insertOne(record: object): Promise<unknown>;
  findOne(filter: { _id: unknown }): Promise<object | null>;
}

describe('a store of the first release, brought forward', () => {
  let dataDir: string;
  let store: Store;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'snippet-store-'));
    const open = () => openStore({ mongodbUrl: undefined, dataDir }, recordingLog());
    const old = await open();
    for (const [name, , record] of FIRST_RELEASE) await collectionOf(old, name).insertOne(record);
    await old.close();
    store = await open();
  });
  after(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  it('has the fields of the input that records.ts names', () => {
    assert.ok(FIRST_FIELDS.includes('title') && FIRST_FIELDS.includes('code'), String(FIRST_FIELDS));
  });

  for (const [name, type, record] of FIRST_RELEASE) {
    it(`has every required field of ${type}`, async () => {
      const found = await collectionOf(store, name).findOne({
        _id: '_id' in record ? record._id : undefined,
      });
      const missing = requiredFields(type).filter((field) => !(field in (found ?? {})));
      const remedy =
        `src/store/records.ts requires these fields of ${type}, and older records lack them: make them optional, ` +
        'or add a form to the list in src/store/schema/schema.ts.';
      assert.deepEqual(missing, [], remedy);
    });
  }
});

// Typed by `definitions`, which a table of names cannot express.
const collectionOf = (store: Store, name: keyof Store) => store[name] as unknown as AnyCollection;

const RECORDS = fileURLToPath(new URL('../../src/store/records.ts', import.meta.url));
const source = ts.createSourceFile(RECORDS, readFileSync(RECORDS, 'utf8'), ts.ScriptTarget.Latest);

const interfaces = source.statements.filter(ts.isInterfaceDeclaration);
/** Of the input of a snippet: those that every stored snippet has. */
const FIRST_FIELDS: string[] = /type FirstFields = ([^;]+);/.exec(source.text)?.[1]?.match(/\w+/g) ?? [];

/** The members without a question mark, with those of the interfaces that it extends. */
function requiredFields(type: string): string[] {
  const declared = interfaces.find(({ name }) => name.text === type);
  assert.ok(declared, `src/store/records.ts has no interface ${type}`);
  if (type === 'SnippetFields') return FIRST_FIELDS;
  const inherited = (declared.heritageClauses ?? [])
    .flatMap(({ types }) => types)
    .flatMap(({ expression }) => (ts.isIdentifier(expression) ? requiredFields(expression.text) : []));
  const own = declared.members
    .filter(ts.isPropertySignature)
    .flatMap(({ name, questionToken }) => (!questionToken && ts.isIdentifier(name) ? [name.text] : []));
  return [...inherited, ...own];
}
