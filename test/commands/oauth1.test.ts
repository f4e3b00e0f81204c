/** `snippet-store oauth1`, on an embedded store. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signed } from '../pipeline/authentication/oauth1/sign.js';
import { results, runHere, serve, temporaryFolder } from './snippet-store.js';

const DATA_DIR = await temporaryFolder();
const BASE_URL = 'https://snippets.example.com';
await runHere(['users', 'create', 'alice'], { DATA_DIR });

const oauth1 = (...args: string[]) => runHere(['oauth1', ...args], { DATA_DIR });

async function result<T>(...args: string[]): Promise<T> {
  const outcome = await oauth1(...args, '--json');
  assert.equal(outcome.code, 0, outcome.stderr);
  const [object] = results(outcome);
  return object as T; // each command documents its object
}

interface Consumer {
  name: string;
  consumer_key: string;
  consumer_secret: string;
}

interface Token {
  username: string;
  oauth_token: string;
  oauth_token_secret: string;
}

describe('oauth1', () => {
  it('makes what a client signs with, and ends it', async () => {
    const made = await runHere(['oauth1', 'consumers', 'create', 'Print shop', '--json'], { DATA_DIR });
    const [consumer] = results(made) as [Consumer];
    assert.deepEqual(Object.keys(consumer), ['name', 'consumer_key', 'consumer_secret']);
    assert.equal(consumer.name, 'Print shop');
    const token = await result<Token>('tokens', 'create', 'alice', '--consumer', consumer.consumer_key);
    assert.deepEqual(Object.keys(token), ['username', 'oauth_token', 'oauth_token_secret']);
    assert.equal(token.username, 'alice');

    const service = await serve({ DATA_DIR, AUTH_SCHEMES: 'oauth1', BASE_URL });
    const credentials = {
      consumerKey: consumer.consumer_key,
      consumerSecret: consumer.consumer_secret,
      token: token.oauth_token,
      tokenSecret: token.oauth_token_secret,
    };
    const create = async () => {
      const { path, ...init } = signed(BASE_URL, credentials, { form: [['code', 'a']] });
      return (await fetch(service.address + path, init)).status;
    };
    assert.equal(await create(), 201);
    await result('tokens', 'delete', token.oauth_token);
    assert.equal(await create(), 401);
  });

  it('lists consumers and tokens without their secrets', async () => {
    const { consumer_key } = await result<Consumer>('consumers', 'create', 'Lists');
    const { oauth_token } = await result<Token>('tokens', 'create', 'alice', '--consumer', consumer_key);
    const consumers = results(await oauth1('consumers', 'list', '--json'));
    assert.deepEqual(Object.keys(consumers.at(-1) ?? {}), ['name', 'consumer_key', 'created']);
    const tokens = results(await oauth1('tokens', 'list', 'alice', '--json')) as Token[];
    assert.deepEqual(Object.keys(tokens.at(-1) ?? {}), [
      'username',
      'oauth_token',
      'consumer_key',
      'created',
    ]);
    assert.ok(tokens.some((token) => token.oauth_token === oauth_token));
    assert.match(
      (await oauth1('consumers', 'list')).stdout,
      new RegExp(`^${consumer_key}\\t.*\\tLists$`, 'm'),
    );
  });

  it('deletes a consumer with its tokens', async () => {
    const { consumer_key } = await result<Consumer>('consumers', 'create', 'Gone');
    const { oauth_token } = await result<Token>('tokens', 'create', 'alice', '--consumer', consumer_key);
    assert.deepEqual(await result('consumers', 'delete', consumer_key), { consumer_key, deleted: true });
    assert.ok(!(await oauth1('tokens', 'list', 'alice')).stdout.includes(oauth_token));
    assert.ok(!(await oauth1('consumers', 'list')).stdout.includes(consumer_key));
  });

  it('ends the tokens of a user who gets a new password', async () => {
    await runHere(['users', 'create', 'bob'], { DATA_DIR });
    const { consumer_key } = await result<Consumer>('consumers', 'create', 'Password');
    const { oauth_token } = await result<Token>('tokens', 'create', 'bob', '--consumer', consumer_key);
    assert.ok((await oauth1('tokens', 'list', 'bob')).stdout.includes(oauth_token));
    await runHere(['users', 'set-password', 'bob'], { DATA_DIR });
    assert.equal((await oauth1('tokens', 'list', 'bob')).stdout, '');
  });

  const FAILURES: [string[], number, RegExp][] = [
    [['consumers', 'delete', 'nobody'], 1, /^snippet-store: unknown consumer "nobody"\n$/],
    [['tokens', 'create', 'alice', '--consumer', 'nobody'], 1, /unknown consumer "nobody"/],
    [
      ['tokens', 'create', 'alice'],
      2,
      /required option "--consumer <KEY>" not specified\nTry: snippet-store oauth1 tokens create --help/,
    ],
    [['tokens', 'list', 'nobody'], 1, /unknown user "nobody"/],
    [['tokens', 'delete', 'nothing'], 1, /unknown token "nothing"/],
    // Keys of earlier releases may begin with `-`.
    [['consumers', 'delete', '--', '-old'], 1, /unknown consumer "-old"/],
    [['tokens', 'delete', '--', '-old'], 1, /unknown token "-old"/],
    [['tokens', 'create', 'alice', '--consumer', '-old'], 1, /unknown consumer "-old"/],
    [['tokens', 'delete', '-old'], 2, /unknown option "-old"; write a value that begins with - after --/],
    [['consumers', 'create', ' '], 1, /" " is no name/],
    [['consumers', 'create', 'a\nb'], 1, /is no name: expected 1 to 150 characters/],
    [['consumers', 'create'], 2, /missing required argument "NAME"/],
    [['tokens'], 2, /^Usage: snippet-store oauth1 tokens COMMAND\n/],
  ];
  for (const [args, code, message] of FAILURES) {
    it(`says what is wrong: ${JSON.stringify(args.join(' '))}`, async () => {
      const outcome = await oauth1(...args);
      assert.equal(outcome.code, code, outcome.stderr);
      assert.match(outcome.stderr, message);
      assert.equal(outcome.stdout, '');
    });
  }

  it('names the user who is unknown', async () => {
    const { consumer_key } = await result<Consumer>('consumers', 'create', 'For nobody');
    const outcome = await oauth1('tokens', 'create', 'nobody', '--consumer', consumer_key);
    assert.deepEqual([outcome.code, outcome.stderr], [1, 'snippet-store: unknown user "nobody"\n']);
  });

  for (const args of [['--help'], ['consumers', 'create', '--help'], ['tokens', 'create', '--help']]) {
    it(`explains: ${args.join(' ')}`, async () => {
      const outcome = await oauth1(...args);
      assert.match(outcome.stdout, /^Usage: snippet-store oauth1 /);
      assert.deepEqual([outcome.code, outcome.stderr], [0, '']);
    });
  }

  it('needs BASE_URL to be served', async () => {
    const outcome = await runHere(['serve'], { DATA_DIR, AUTH_SCHEMES: 'oauth1' });
    assert.deepEqual(
      [outcome.code, outcome.stderr],
      [1, 'snippet-store: BASE_URL: required with the scheme oauth1, whose clients sign it\n'],
    );
  });
});
