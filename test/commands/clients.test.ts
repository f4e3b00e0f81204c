/** `snippet-store oauth1` and `oauth2`: what clients get, and what ends it in a running service. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signed } from '../authentication/oauth1/sign.js';
import { results, runHere, serve, stop, temporaryFolder } from '../helpers/service.js';

const DATA_DIR = await temporaryFolder();
const here = (args: readonly string[], input = '') => runHere(args, { DATA_DIR }, input);

type Result = Readonly<Record<string, string>>;

async function resultsOf(...args: string[]): Promise<Result[]> {
  const outcome = await here([...args, '--json']);
  assert.equal(outcome.code, 0, outcome.stderr);
  return results(outcome) as Result[];
}

async function resultOf(...args: string[]): Promise<Result> {
  const [result = {}] = await resultsOf(...args);
  return result;
}

for (const [group, noun, id, secret] of [
  [['oauth1', 'consumers'], 'consumer', 'consumer_key', 'consumer_secret'],
  [['oauth2', 'clients'], 'client', 'client_id', 'client_secret'],
] as const) {
  describe(group.join(' '), () => {
    it('creates, lists by age without secrets, and deletes', async () => {
      const first = await resultOf(...group, 'create', 'Print shop');
      assert.deepEqual(Object.keys(first), ['name', id, secret]);
      const shown = await here([...group, 'create', 'for people']);
      assert.match(shown.stdout, new RegExp(`^${secret}, shown only now: \\w{32,}$`, 'm'));
      const listed = await resultsOf(...group, 'list');
      assert.deepEqual(Object.keys(listed[0] ?? {}), ['name', id, 'created']);
      assert.deepEqual(
        listed.map(({ name }) => name),
        ['Print shop', 'for people'],
      );
      assert.ok(!JSON.stringify(listed).includes(first[secret] ?? ''));
      const key = first[id] ?? '';
      assert.match((await here([...group, 'list'])).stdout, new RegExp(`^${key}\\t.*Z\\tPrint shop$`, 'm'));
      assert.deepEqual(await resultOf(...group, 'delete', key), { [id]: key, deleted: true });
      assert.equal((await resultsOf(...group, 'list')).length, 1);
    });

    it('names what is unknown, and refuses an invalid name', async () => {
      const unknown = await here([...group, 'delete', '--', '-old']);
      assert.deepEqual([unknown.code, unknown.stderr], [1, `snippet-store: unknown ${noun} "-old"\n`]);
      for (const name of ['', ' ', 'a\nb', 'a'.repeat(151)])
        assert.match(
          (await here([...group, 'create', name])).stderr,
          /is no name: expected 1 to 150 characters/,
        );
    });
  });
}

describe('the tokens of a running service', () => {
  it('of OAuth 1.0a sign requests until the user has a new password, or the consumer is deleted', async () => {
    const BASE_URL = 'https://snippets.example.com';
    await here(['users', 'create', 'ada']);
    const consumer = await resultOf('oauth1', 'consumers', 'create', 'Signs');
    const key = consumer.consumer_key ?? '';
    const obtain = () => resultOf('oauth1', 'tokens', 'create', 'ada', '--consumer', key);
    const service = await serve({ DATA_DIR, AUTH_SCHEMES: 'oauth1', BASE_URL });
    const create = async (token: Result) => {
      const credentials = {
        consumerKey: key,
        consumerSecret: consumer.consumer_secret ?? '',
        token: token.oauth_token ?? '',
        tokenSecret: token.oauth_token_secret ?? '',
      };
      const { path, ...init } = signed(BASE_URL, credentials, { form: [['code', 'a']] });
      return (await fetch(service.address + path, init)).status;
    };
    const token = await obtain();
    assert.deepEqual(Object.keys(token), ['username', 'oauth_token', 'oauth_token_secret']);
    assert.equal(await create(token), 201);
    await here(['users', 'set-password', 'ada']);
    assert.equal(await create(token), 401);
    const next = await obtain();
    assert.equal(await create(next), 201);
    await resultOf('oauth1', 'consumers', 'delete', key);
    assert.equal(await create(next), 401);
    await stop(service);
  });

  it('of OAuth 1.0a need a known consumer and a known user', async () => {
    const { consumer_key: key = '' } = await resultOf('oauth1', 'consumers', 'create', 'For nobody');
    for (const [name, consumer, message] of [
      ['ada', 'nobody', 'unknown consumer "nobody"'],
      ['nobody', key, 'unknown user "nobody"'],
    ] as const) {
      const { code, stderr } = await here(['oauth1', 'tokens', 'create', name, '--consumer', consumer]);
      assert.deepEqual([code, stderr], [1, `snippet-store: ${message}\n`]);
    }
  });
});
