// The tools for agents, over the official client of the Model Context Protocol.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ROOT } from '../docs/read-markdown.js';
import { useApp, useUser } from '../helpers/app.js';
import { answers, startServer } from './start-server.js';

describe('the tools of snippets mcp', () => {
  const app = useApp();
  const alice = useUser(app, 'alice');
  let client: Client;
  before(async () => {
    client = await connect(['--write']);
  });
  after(() => client.close());

  async function connect(args: string[], url = app.url): Promise<Client> {
    const connected = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'dist/client/cli.js'), 'mcp', ...args],
      env: { SNIPPETS_URL: url, SNIPPETS_TOKEN: alice.token },
    });
    await connected.connect(transport);
    return connected;
  }

  async function call(name: string, args: Record<string, unknown>, by = client) {
    const { content, isError = false } = await by.callTool({ name, arguments: args });
    const [{ text }] = content as [{ text: string }];
    return { isError, text, value: () => JSON.parse(text) };
  }

  it('create, find, read and replace a snippet, and page through a search', async () => {
    const code = `find_me = 1\n${'#'.repeat(1000)}`;
    const created = (await call('create_snippet', { code, title: 'Tool', language: 'python' })).value();
    assert.deepEqual([created.owner, created.excerpt.length, created.characters], ['alice', 200, 1012]);
    const { id } = created;
    const search = async (args: object) => (await call('search_snippets', { q: 'find_me', ...args })).value();
    const found = await search({});
    assert.deepEqual([found.snippets.length, found.snippets[0].code], [1, undefined]);
    assert.equal((await search({ include_code: true })).snippets[0].code, code);
    for (let n = 0; n < 2; n++) await call('create_snippet', { code: `find_me = ${n}` });
    const { snippets, after } = await search({ limit: 2 });
    const rest = await search({ limit: 2, after });
    assert.deepEqual([snippets.length, rest.snippets.length, rest.after], [2, 1, undefined]);
    const read = (await call('get_snippet', { id })).value();
    assert.equal(read.code, code);
    const change = { id, code: 'found = 1', 'If-Match': read['If-Match'] };
    assert.equal((await call('replace_snippet', change)).value().excerpt, 'found = 1');
    const late = await call('replace_snippet', change);
    assert.deepEqual([late.isError, /changed/i.test(late.text)], [true, true]);
  });

  it('take what a service leaves out of its items', async (test) => {
    const answer = answers(200, [{ id: 1, title: 'No code' }]);
    const { baseUrl } = await startServer(test, answer);
    const reader = await connect([], baseUrl);
    const { snippets } = (await call('search_snippets', {}, reader)).value();
    assert.deepEqual(snippets, [{ id: 1, title: 'No code', excerpt: '', characters: 0 }]);
    await reader.close();
  });

  it('say what the service says when they fail', async () => {
    for (const [name, args, words] of [
      ['get_snippet', { id: 999_999 }, /no such snippet/],
      ['get_snippet', { id: 'x' }, /^get_snippet takes "id" of type integer, not string\.$/],
      ['search_snippets', { query: 'x' }, /^search_snippets takes no "query", only \[q, .*, include_code\]/],
      ['search_snippets', { limit: 'two' }, /^search_snippets takes "limit" of type integer, not string\.$/],
      ['create_snippet', { code: '' }, /code: This field may not be blank\./],
      ['create_snippet', { code: 'x', language: 'klingon' }, /"klingon" is not a valid choice\./],
      ['create_snippet', { code: 'x', colour: 'red' }, /^create_snippet takes no "colour"/],
      ['erase_everything', {}, /^There is no tool "erase_everything"\. tools\/list names all\.$/],
      ['constructor', {}, /^There is no tool "constructor"\. tools\/list names all\.$/],
    ] as const) {
      const { isError, text } = await call(name, args);
      assert.equal(isError, true, text);
      assert.match(text, words);
    }
  });

  it('are few and small, and write only when that is allowed', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name).join(' ');
    assert.equal(names, 'search_snippets create_snippet get_snippet replace_snippet list_languages');
    // An agent sees no headers.
    for (const { name, description } of tools)
      if (!/create|replace/.test(name)) assert.doesNotMatch(description ?? '', /ETag|Link|If-None-Match/);
    assert.ok(JSON.stringify(tools).length < 6000, `${JSON.stringify(tools).length}`);
    const reader = await connect([]);
    const readable = (await reader.listTools()).tools.map(({ name }) => name).join(' ');
    assert.equal(readable, 'search_snippets get_snippet list_languages');
    const refused = await call('create_snippet', { code: 'x' }, reader);
    assert.deepEqual([refused.isError, /mcp --write/.test(refused.text)], [true, true]);
    assert.match((await call('list_languages', {}, reader)).text, /^cpp, C\+\+, cc/m);
    await reader.close();
  });
});
