import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import { languages, nameOfLanguage } from '#src/highlighting/languages.js';
import { basicHeader, type TestUser, useAppWithUsers } from '../helpers/app.js';
import { SNIPPET_KEYS } from '../helpers/snippet-fields.js';

const JSON_TYPE = 'application/json';
const ALL_TYPES = [JSON_TYPE, 'application/x-www-form-urlencoded', 'multipart/form-data'];

describe('OPTIONS', () => {
  const { app, alice, bob } = useAppWithUsers();
  before(async () => {
    await app.client(alice).createSnippet({ code: 'x' });
  });

  const describe = async (path: string, user?: TestUser) => {
    const headers = user ? basicHeader(user) : {};
    const response = await app.fetch(path, { method: 'OPTIONS', headers });
    assert.deepEqual([response.status, response.headers.get('Content-Type')], [200, JSON_TYPE]);
    return response.json();
  };

  for (const [path, name, renders, parses] of [
    ['/', 'Api Root', [JSON_TYPE], []],
    ['/snippets/', 'Snippet List', [JSON_TYPE], ALL_TYPES],
    ['/snippets/1/', 'Snippet Detail', [JSON_TYPE], ALL_TYPES],
    ['/snippets/999/', 'Snippet Detail', [JSON_TYPE], ALL_TYPES],
    ['/snippets/1/highlight/', 'Snippet Highlight', ['text/html'], []],
    ['/snippets/1/raw/', 'Snippet Raw', ['text/plain'], []],
    ['/users/', 'User List', [JSON_TYPE], []],
    ['/users/1/', 'User Detail', [JSON_TYPE], []],
    ['/api-token-auth/', 'Obtain Auth Token', [JSON_TYPE], ALL_TYPES],
  ] as const) {
    it(`${path} describes the ${name} to everybody`, async () => {
      const { description, ...rest } = await describe(path);
      const { actions: _, ...described } = rest;
      assert.equal(typeof description, 'string');
      // A resource may gain renderers; those of the contract are there, JSON first.
      assert.deepEqual({ ...described, renders: described.renders.slice(0, 1) }, { name, renders, parses });
    });
  }

  for (const [path, who, actions] of [
    ['/snippets/', 'nobody', []],
    ['/snippets/', 'alice', ['POST']],
    ['/snippets/1/', 'nobody', []],
    ['/snippets/1/', 'alice', ['PUT']],
    ['/snippets/1/', 'bob', []],
    ['/snippets/999/', 'alice', []],
    [`/snippets/${'9'.repeat(20)}/`, 'alice', []],
    ['/users/', 'alice', []],
    ['/users/1/', 'alice', []],
    ['/api-token-auth/', 'nobody', ['POST']],
  ] as const) {
    it(`${path} tells ${who} of ${actions.join() || 'no'} actions`, async () => {
      const user = { nobody: undefined, alice, bob }[who];
      assert.deepEqual(Object.keys((await describe(path, user)).actions ?? {}), actions);
    });
  }

  it('describes every field of a snippet, in the order of the representation', async () => {
    const { POST } = (await describe('/snippets/', alice)).actions;
    const { Style } = readSpecification().components.schemas;
    const choices = (names: readonly string[], nameOf = (value: string) => value) =>
      names.map((value) => ({ value, display_name: nameOf(value) })).toSorted(byValue);
    const optional = { required: false, read_only: false };
    const sorted = (field: { choices: { value: string }[] }) => ({
      ...field,
      choices: field.choices.toSorted(byValue),
    });
    assert.deepEqual(Object.keys(POST), [...SNIPPET_KEYS]);
    assert.deepEqual(POST.id, { type: 'integer', required: false, read_only: true, label: 'ID' });
    assert.deepEqual(POST.owner, { type: 'field', required: false, read_only: true, label: 'Owner' });
    assert.deepEqual(POST.title, { type: 'string', ...optional, label: 'Title', max_length: 100 });
    assert.deepEqual(POST.code, {
      type: 'string',
      required: true,
      read_only: false,
      label: 'Code',
      max_length: 100_000,
    });
    assert.deepEqual(POST.linenos, { type: 'boolean', ...optional, label: 'Line numbers' });
    assert.deepEqual(sorted(POST.language), {
      type: 'choice',
      ...optional,
      label: 'Language',
      choices: choices(languages, nameOfLanguage),
    });
    assert.ok(
      POST.language.choices.some(({ display_name }: { display_name: string }) => display_name === 'C++'),
    );
    assert.deepEqual(sorted(POST.style), {
      type: 'choice',
      ...optional,
      label: 'Style',
      choices: choices((Style?.enum ?? []).map(String)),
    });
    assert.deepEqual((await describe('/snippets/1/', alice)).actions.PUT, POST);
  });

  it('describes what the token endpoint takes and gives', async () => {
    const { POST } = (await describe('/api-token-auth/')).actions;
    const sent = { type: 'string', required: true, read_only: false };
    assert.deepEqual(POST, {
      username: { ...sent, label: 'Username', max_length: 150 },
      password: { ...sent, label: 'Password', max_length: 1024 },
      token: { type: 'field', required: false, read_only: true, label: 'Token' },
    });
  });
});

function byValue(one: { value: string }, other: { value: string }): number {
  return one.value < other.value ? -1 : 1;
}
