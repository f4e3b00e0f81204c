import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeploymentContract, makeContract } from '#src/contract/contract.js';
import { effectiveSpecification } from '#src/contract/effective-specification.js';
import { readSpecification } from '#src/contract/read-specification.js';
import { resolve } from '#src/contract/resolve-references.js';
import { METHODS, type Reference, type Response } from '#src/contract/specification.js';

const OWN = ['session', 'basic', 'token', 'oauth1', 'oauth2'];
const KEY = { name: 'key', securityScheme: { type: 'apiKey', in: 'header', name: 'X-Key' } } as const;

function deployment(given: Partial<DeploymentContract> = {}): DeploymentContract {
  return {
    schemes: [{ name: 'basic' }, { name: 'token' }],
    ownership: true,
    baseUrl: undefined,
    tokenPath: '/api-token-auth/',
    loginPrefix: '/api-auth/',
    ...given,
  };
}

const named = (names: string) => names.split(',').map((name) => ({ name }));
const documentOf = (given: Partial<DeploymentContract> = {}) => makeContract(deployment(given)).specification;
const pathsOf = (given: Partial<DeploymentContract> = {}) => Object.keys(documentOf(given).paths);

const ALWAYS = ['/', '/snippets/', '/snippets/{id}/', '/snippets/{id}/highlight/', '/snippets/{id}/raw/'];
const OF_SERVICE = ['/openapi.json', '/openapi.yaml', '/docs/', '/healthz', '/readyz'];

describe('the document of a deployment', () => {
  for (const [schemes, expected] of [
    ['basic', []],
    ['token', ['/api-token-auth/']],
    ['token,basic', ['/api-token-auth/']],
    ['session,basic', ['/api-auth/login/', '/api-auth/logout/']],
    ['oauth2', ['/oauth2/access_token/']],
  ] as const) {
    it(`has the paths of ${schemes}, and of no other scheme`, () => {
      const users = ['/users/', '/users/{id}/'];
      assert.deepEqual(
        pathsOf({ schemes: named(schemes) }).toSorted(),
        [...ALWAYS, ...users, ...expected, ...OF_SERVICE].toSorted(),
      );
    });

    it(`has the security schemes ${schemes}, and asks for no other`, () => {
      const { components, paths } = documentOf({ schemes: named(schemes) });
      const declared = Object.keys(components.securitySchemes);
      const wanted = schemes.split(',');
      assert.deepEqual(
        declared.filter((name) => name !== 'oauth2Client'),
        wanted,
      );
      assert.equal(declared.includes('oauth2Client'), wanted.includes('oauth2'));
      for (const item of Object.values(paths)) {
        for (const method of METHODS) {
          const asked = (item[method]?.security ?? []).flatMap(Object.keys);
          assert.deepEqual(
            asked.filter((name) => !declared.includes(name)),
            [],
          );
        }
      }
    });
  }

  it('mounts the token endpoint and the login views where the settings say', () => {
    const paths = pathsOf({
      schemes: named('session,token'),
      tokenPath: '/auth/key/',
      loginPrefix: '/accounts/',
    });
    const mounted = ['/auth/key/', '/accounts/login/', '/accounts/logout/'];
    for (const path of mounted) assert.ok(paths.includes(path), path);
    assert.ok(!paths.some((path) => path.startsWith('/api-')));
  });

  it('cannot have two addresses at one place', () => {
    assert.throws(() => documentOf({ tokenPath: '/snippets/' }), /Two addresses would live at \/snippets\//);
  });

  it('names the address that clients use, or stays where it was read', () => {
    assert.equal(documentOf().servers[0]?.url, '/');
    const { servers } = documentOf({ baseUrl: 'https://snippets.example' });
    assert.deepEqual(servers, [{ url: 'https://snippets.example' }]);
  });

  it('lets a custom scheme in wherever Basic is', () => {
    const { paths, components } = documentOf({ schemes: [{ name: 'basic' }, KEY] });
    assert.deepEqual(components.securitySchemes.key, KEY.securityScheme);
    let alternatives = 0;
    for (const item of Object.values(paths)) {
      for (const method of METHODS) {
        const names = (item[method]?.security ?? []).flatMap(Object.keys);
        assert.equal(names.includes('key'), names.includes('basic'));
        if (names.includes('key')) alternatives++;
      }
    }
    assert.ok(alternatives > 5);
  });

  it('cannot be made for a scheme that nobody describes', () => {
    assert.throws(() => documentOf({ schemes: [{ name: 'key' }] }), /key has no securityScheme/);
  });

  it('declares a page where one may come, and nowhere else', () => {
    const specification = documentOf({ schemes: named(OWN.join()) });
    const hasPage = (response: Response | Reference) =>
      'text/html' in (resolve<Response>(specification, response).content ?? {});
    const pagesOf = (path: string, method: 'get' | 'post') =>
      Object.entries(specification.paths[path]?.[method]?.responses ?? {})
        .filter(([, response]) => hasPage(response))
        .map(([status]) => status);
    assert.deepEqual(pagesOf('/users/', 'get'), ['200', '401', '403', '404', '429', '500', '503']);
    assert.deepEqual(pagesOf('/snippets/{id}/raw/', 'get'), ['401', '403', '404', '429', '500', '503']);
    for (const path of ['/healthz', '/openapi.json']) assert.deepEqual(pagesOf(path, 'get'), [], path);
    for (const path of ['/api-token-auth/', '/oauth2/access_token/'])
      assert.deepEqual(pagesOf(path, 'post'), [], path);
  });

  it('leaves its source as it was', () => {
    const source = readSpecification();
    const before = structuredClone(source);
    effectiveSpecification(source, deployment({ ownership: false, schemes: named('basic') }));
    assert.deepEqual(source, before);
  });

  it('uses every tag that it lists', () => {
    const tags = (names: string) => documentOf({ schemes: named(names) }).tags?.map(({ name }) => name);
    assert.deepEqual(tags('basic'), ['snippets', 'users', 'service']);
    assert.deepEqual(tags('token'), ['snippets', 'users', 'authentication', 'service']);
  });

  it('is the same as JSON and as YAML', async () => {
    const { parse } = await import('yaml');
    const { specification, json, yaml } = makeContract(deployment());
    assert.deepEqual(JSON.parse(json), parse(yaml));
    assert.deepEqual(JSON.parse(json), specification);
  });
});

describe('the document without ownership', () => {
  const specification = documentOf({ ownership: false, schemes: named(OWN.join()) });

  it('has no users', () => {
    assert.deepEqual(
      Object.keys(specification.paths).filter((path) => path.includes('users')),
      [],
    );
    assert.ok(!('User' in specification.components.schemas));
    assert.ok(!specification.tags?.some(({ name }) => name === 'users'));
  });

  it('has no owner: no property, no required name, no example', () => {
    const found: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (node === 'owner') found.push(path);
      if (typeof node !== 'object' || node === null) return;
      for (const [key, value] of Object.entries(node)) {
        if (key === 'owner') found.push(`${path}/${key}`);
        visit(value, `${path}/${key}`);
      }
    };
    visit(specification, '');
    assert.deepEqual(found, []);
  });

  it('allows everybody everything', () => {
    for (const [path, item] of Object.entries(specification.paths)) {
      assert.deepEqual(item['x-permissions'], ['AllowAny'], path);
    }
    const { security } = specification.paths['/snippets/']?.post ?? {};
    assert.deepEqual(security?.[0], {});
  });
});

describe('the endpoints', () => {
  const { endpoints } = makeContract(deployment({ schemes: named('token,basic') }));
  const endpoint = (name: string) => endpoints.find((candidate) => candidate.name === name);

  it('list their methods in the order of Allow', () => {
    const allow = Object.fromEntries(endpoints.map(({ name, allow }) => [name, allow]));
    assert.deepEqual(
      [allow['snippets:list'], allow['snippets:detail'], allow['users:list'], allow.token],
      ['GET, POST, HEAD, OPTIONS', 'GET, PUT, DELETE, HEAD, OPTIONS', 'GET, HEAD, OPTIONS', 'POST, OPTIONS'],
    );
  });

  it('run the configured schemes in the configured order, where the document asks who somebody is', () => {
    assert.deepEqual(endpoint('snippets:list')?.schemes, ['token', 'basic']);
    assert.deepEqual(endpoint('token')?.schemes, ['token', 'basic']);
    for (const name of ['health:live', 'health:ready', 'openapi:json', 'openapi:yaml']) {
      assert.deepEqual(endpoint(name)?.schemes, [], name);
    }
  });

  it('have names of their own', () => {
    assert.equal(new Set(endpoints.map(({ name }) => name)).size, endpoints.length);
  });
});
