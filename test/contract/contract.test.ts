/** What a deployment's settings make of openapi.yaml. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { type DeploymentContract, makeContract } from '#src/contract/contract.js';
import { readSpecification } from '#src/contract/read-specification.js';
import { operationsOf, type Specification } from '#src/contract/specification.js';

const OWN = ['session', 'basic', 'token', 'oauth1', 'oauth2'];
const KEY = { name: 'key', securityScheme: { type: 'apiKey', in: 'header', name: 'X-Key' } } as const;
const named = (names: readonly string[]) => names.map((name) => ({ name }));

function contractOf(given: Partial<DeploymentContract> = {}, change?: (source: Specification) => void) {
  const source = readSpecification();
  change?.(source);
  const deployment = {
    schemes: named(OWN),
    ownership: true,
    readAccess: 'everybody' as const,
    privateSnippets: true,
    baseUrl: undefined,
    tokenPath: '/api-token-auth/',
    loginPrefix: '/api-auth/',
    oidcIssuer: undefined,
    passwordLogin: true,
    securityContact: ['mailto:security@example.com'],
  };
  return makeContract({ ...deployment, ...given }, source);
}

/** The paths that belong to a scheme: none is served without it. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  session: ['/api-auth/login/', '/api-auth/logout/'],
  token: ['/api-token-auth/'],
  oauth2: ['/oauth2/access_token/'],
  OIDC_ISSUER: ['/api-auth/oidc/', '/api-auth/oidc/callback/'],
};
/** Single sign-on, and no passwords. */
const PROVIDER = { oidcIssuer: 'https://id.example', passwordLogin: false };
const everyPath = Object.keys(readSpecification().paths);

describe('the contract of a deployment', () => {
  const CASES: [schemes: string[], more: Partial<typeof PROVIDER>, had: string[]][] = [
    ...[['basic'], ['token', 'basic'], ['session', 'basic'], ['oauth2'], OWN].map(
      (all): (typeof CASES)[number] => [all, {}, all],
    ),
    [['session', 'token'], PROVIDER, ['session', 'OIDC_ISSUER']],
  ];
  for (const [schemes, more, had] of CASES)
    it(`has what belongs to ${had.join()}, and asks for nothing else`, () => {
      const { specification, served, endpoints } = contractOf({ schemes: named(schemes), ...more });
      const absent = Object.entries(PATHS).flatMap(([name, paths]) => (had.includes(name) ? [] : paths));
      const paths = Object.keys(specification.paths);
      const hasForm = specification.paths['/api-auth/login/']?.post !== undefined;
      assert.equal(hasForm, schemes.includes('session') && more !== PROVIDER);
      assert.deepEqual(everyPath.filter((path) => !paths.includes(path)).sort(), [...absent].sort());
      const declared = Object.keys(specification.components.securitySchemes);
      assert.deepEqual(declared, [...schemes, ...(schemes.includes('oauth2') ? ['oauth2Client'] : [])]);
      for (const [, { security = [] }] of Object.values(specification.paths).flatMap(operationsOf))
        for (const name of security.flatMap(Object.keys)) assert.ok(declared.includes(name), name);
      const list = endpoints.find(({ name }) => name === 'snippets:list');
      assert.deepEqual(list?.schemes, schemes);
      // What is left refers to nothing that is not there.
      for (const [, pointer = ''] of JSON.stringify(served).matchAll(/"\$ref":"#\/([^"]+)"/g))
        assert.ok(
          pointer.split('/').reduce<never>((at, step) => at?.[step] as never, served as never),
          pointer,
        );
    });

  it('has the token endpoint and the login where the settings say, unless two paths would be the same', () => {
    const paths = Object.keys(contractOf({ tokenPath: '/key/', loginPrefix: '/in/' }).specification.paths);
    for (const path of ['/key/', '/in/login/', '/in/logout/']) assert.ok(paths.includes(path), path);
    assert.ok(!paths.some((path) => path.startsWith('/api-')));
    assert.throws(() => contractOf({ tokenPath: '/snippets/' }), /Two paths would be \/snippets\//);
  });

  it('has BASE_URL as its server, or the URL that it is read from', () => {
    assert.equal(contractOf().specification.servers[0]?.url, '/');
    const { servers, components } = contractOf({ baseUrl: 'https://snippets.example' }).specification;
    assert.deepEqual(servers, [{ url: 'https://snippets.example' }]);
    const { tokenUrl, refreshUrl } = components.securitySchemes.oauth2?.flows?.password ?? {};
    assert.equal(tokenUrl, 'https://snippets.example/oauth2/access_token/');
    assert.equal(refreshUrl, tokenUrl);
  });

  it('accepts a custom scheme wherever it accepts Basic, if the scheme describes itself', () => {
    const { paths, components } = contractOf({ schemes: [{ name: 'basic' }, KEY] }).specification;
    assert.deepEqual(components.securitySchemes.key, KEY.securityScheme);
    const names = Object.values(paths)
      .flatMap(operationsOf)
      .map(([, { security = [] }]) => security.flatMap(Object.keys));
    for (const one of names) assert.equal(one.includes('key'), one.includes('basic'));
    assert.ok(names.flat().includes('key'));
    assert.throws(() => contractOf({ schemes: [{ name: 'key' }] }), /key has no securityScheme/);
  });

  it('declares text/html exactly where the service answers with pages', () => {
    const { paths } = contractOf().specification;
    const pagesOf = (path: string, method: 'get' | 'post') =>
      Object.entries(paths[path]?.[method]?.responses ?? {})
        .filter(([, { content = {} }]) => 'text/html' in content)
        .map(([status]) => status);
    assert.deepEqual(pagesOf('/users/', 'get'), ['200', '401', '403', '404', '429', '500', '503']);
    assert.deepEqual(pagesOf('/api-auth/login/', 'get'), ['200', '404', '500', '503']);
    for (const path of ['/snippets/{id}/raw/', '/healthz', '/openapi.json'])
      assert.deepEqual(pagesOf(path, 'get'), [], path);
    for (const path of ['/api-token-auth/', '/oauth2/access_token/'])
      assert.deepEqual(pagesOf(path, 'post'), []);
  });

  it('says nothing of owners and users without ownership, and lets everybody use every path', () => {
    const { specification, json } = contractOf({ ownership: false });
    assert.doesNotMatch(json, /"(owner|User)"|\/users\//);
    assert.ok(!specification.tags?.some(({ name }) => name === 'users'));
    for (const item of Object.values(specification.paths))
      assert.deepEqual(item['x-permissions'], ['AllowAny']);
    assert.deepEqual(specification.paths['/snippets/']?.post?.security?.[0], {});
  });

  it('is served without extensions, as the same JSON and YAML, with names that only look like extensions', async () => {
    const example = { 'x-example': 1 };
    const { json, yaml } = contractOf({}, ({ components: { schemas } }) => {
      Object.assign(schemas.Root?.properties ?? {}, {
        'x-colour': { type: 'object', example, 'x-row': 'name' },
      });
    });
    assert.deepEqual(JSON.parse(json), parse(await yaml()));
    const { properties } = JSON.parse(json).components.schemas.Root;
    assert.deepEqual(properties['x-colour'], { type: 'object', example });
    assert.doesNotMatch(json.replaceAll(/"x-(colour|example)"/g, ''), /"x-/);
  });

  it('has no references and no allOf where the service works with it', () => {
    const { specification, endpoints } = contractOf();
    assert.doesNotMatch(JSON.stringify(specification), /"(\$ref|allOf)"/);
    const create = endpoints.find(({ name }) => name === 'snippets:list')?.operations.get('post');
    assert.equal(create?.fields.language?.default, 'python');
    assert.equal(create?.fields.language?.enum?.length, 193);
    const read = endpoints.find(({ name }) => name === 'snippets:detail')?.operations.get('get');
    assert.deepEqual(
      read?.parameters.map(({ name }) => name),
      ['id', 'If-None-Match', 'format'],
    );
  });

  const LEAF = { type: 'string' } as const;
  for (const [name, schema, message] of [
    [
      'a reference to itself',
      { properties: { again: { $ref: '#/components/schemas/New' } } },
      /New refers to itself/,
    ],
    ['a reference that leads nowhere', { $ref: '#/components/schemas/Gone' }, /Gone, which is not there/],
    ['an allOf of two types', { allOf: [LEAF, { type: 'integer' }] }, /two different values of type/],
  ] as const)
    it(`is refused with ${name}`, () => {
      assert.throws(
        () => contractOf({}, ({ components }) => Object.assign(components.schemas, { New: schema })),
        message,
      );
    });
});
