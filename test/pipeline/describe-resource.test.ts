import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import { languages, nameOfLanguage } from '#src/highlighting/languages.js';
import { basicHeader, type TestUser, useAppWithUsers } from '../helpers/app.js';
import { SNIPPET_KEYS } from '../helpers/snippet-fields.js';

const JSON_TYPE = 'application/json';
const FOR_ALL = { nobody: ['POST'], alice: ['POST'], bob: ['POST'] };
const ALL_TYPES = [JSON_TYPE, 'application/x-www-form-urlencoded', 'multipart/form-data'];

describe('OPTIONS', () => {
  const { app, alice, bob } = useAppWithUsers();
  before(async () => {
    await app.client(alice).createSnippet({ code: 'x' });
  });

  const describeFor = async (path: string, user?: TestUser) => {
    const headers = user ? basicHeader(user) : {};
    const response = await app.fetch(path, { method: 'OPTIONS', headers });
    assert.deepEqual([response.status, response.headers.get('Content-Type')], [200, JSON_TYPE]);
    return response.json();
  };

  for (const [path, name, renders, parses, actions] of [
    ['/', 'Api Root', JSON_TYPE, [], {}],
    ['/snippets/', 'Snippet List', JSON_TYPE, ALL_TYPES, { alice: ['POST'], bob: ['POST'] }],
    ['/snippets/1/', 'Snippet Detail', JSON_TYPE, ALL_TYPES, { alice: ['PUT'] }],
    ['/snippets/999/', 'Snippet Detail', JSON_TYPE, ALL_TYPES, {}],
    [`/snippets/${'9'.repeat(20)}/`, 'Snippet Detail', JSON_TYPE, ALL_TYPES, {}],
    ['/snippets/1/highlight/', 'Snippet Highlight', 'text/html', [], {}],
    ['/snippets/1/raw/', 'Snippet Raw', 'text/plain', [], {}],
    ['/users/', 'User List', JSON_TYPE, [], {}],
    ['/users/1/', 'User Detail', JSON_TYPE, [], {}],
    ['/api-token-auth/', 'Obtain Auth Token', JSON_TYPE, ALL_TYPES, FOR_ALL],
  ] as const)
    it(`${path} describes the ${name} to everybody, and tells each user what may be sent`, async () => {
      for (const [who, user] of Object.entries({ nobody: undefined, alice, bob })) {
        const { description, actions: offered = {}, ...described } = await describeFor(path, user);
        assert.equal(typeof description, 'string');
        // A resource may gain renderers; those of the contract are there, JSON first.
        assert.deepEqual({ ...described, renders: described.renders[0] }, { name, renders, parses });
        assert.deepEqual(
          Object.keys(offered),
          new Map<string, object>(Object.entries(actions)).get(who) ?? [],
        );
      }
    });

  it('describes every field of a snippet, in the order of the representation', async () => {
    const { POST } = (await describeFor('/snippets/', alice)).actions;
    const { Style } = readSpecification().components.schemas;
    const optional = { required: false, read_only: false };
    const made = { required: false, read_only: true };
    const byValue = (one: { value: string }, other: { value: string }) => (one.value < other.value ? -1 : 1);
    const choices = (names: readonly unknown[], nameOf: (value: string) => string) =>
      names.map((name) => ({ value: String(name), display_name: nameOf(String(name)) })).toSorted(byValue);
    for (const field of [POST.language, POST.style]) field.choices.sort(byValue);
    assert.deepEqual(Object.keys(POST), [...SNIPPET_KEYS]);
    assert.deepEqual(POST, {
      id: { type: 'integer', ...made, label: 'ID' },
      owner: { type: 'field', ...made, label: 'Owner' },
      title: { type: 'string', ...optional, label: 'Title', max_length: 100 },
      code: { type: 'string', required: true, read_only: false, label: 'Code', max_length: 100_000 },
      linenos: { type: 'boolean', ...optional, label: 'Line numbers' },
      language: {
        type: 'choice',
        ...optional,
        label: 'Language',
        choices: choices(languages, nameOfLanguage),
      },
      style: { type: 'choice', ...optional, label: 'Style', choices: choices(Style?.enum ?? [], String) },
    });
    assert.ok(POST.language.choices.some((choice: object) => Object.values(choice).includes('C++')));
    const { PUT } = (await describeFor('/snippets/1/', alice)).actions;
    for (const field of [PUT.language, PUT.style]) field.choices.sort(byValue);
    assert.deepEqual(PUT, POST);
  });

  it('describes what the token endpoint takes and gives', async () => {
    const { POST } = (await describeFor('/api-token-auth/')).actions;
    const sent = { type: 'string', required: true, read_only: false };
    assert.deepEqual(POST, {
      username: { ...sent, label: 'Username', max_length: 150 },
      password: { ...sent, label: 'Password', max_length: 1024 },
      token: { type: 'field', required: false, read_only: true, label: 'Token' },
    });
  });
});
