import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeploymentContract, makeContract } from '#src/contract/contract.js';
import { effectiveSpecification } from '#src/contract/effective-specification.js';
import { operationsOf } from '#src/contract/operations-of.js';
import { readSpecification } from '#src/contract/read-specification.js';
import { resolve } from '#src/contract/resolve-references.js';
import { METHODS, type Reference, type Response, type Specification } from '#src/contract/specification.js';

const OWN = ['session', 'basic', 'token', 'oauth1', 'oauth2'];
const KEY = { name: 'key', securityScheme: { type: 'apiKey', in: 'header', name: 'X-Key' } } as const;

function deployment(given: Partial<DeploymentContract> = {}): DeploymentContract {
  return {
    schemes: [{ name: 'basic' }, { name: 'token' }],
    ownership: true,
    baseUrl: undefined,
    tokenPath: '/api-token-auth/',
    loginPrefix: '/api-auth/',
    securityContact: ['mailto:security@example.com'],
    ...given,
  };
}

const named = (names: string) => names.split(',').map((name) => ({ name }));
const specificationOf = (given: Partial<DeploymentContract> = {}) =>
  makeContract(deployment(given)).specification;
const pathsOf = (given: Partial<DeploymentContract> = {}) => Object.keys(specificationOf(given).paths);

/** What the whole specification has and this deployment's lacks. */
const lacking = (all: readonly string[], some: readonly string[]) => all.filter((one) => !some.includes(one));
const everyPath = Object.keys(readSpecification().paths);
const tagsOf = ({ tags = [] }: Specification) => tags.map(({ name }) => name);

/** The paths that belong to a scheme: none is served without it. */
const PATHS_OF_SCHEMES = {
  session: ['/api-auth/login/', '/api-auth/logout/'],
  token: ['/api-token-auth/'],
  oauth2: ['/oauth2/access_token/'],
};

describe('the specification of a deployment', () => {
  for (const schemes of ['basic', 'token', 'token,basic', 'session,basic', 'oauth2']) {
    it(`has the paths of ${schemes} and of no other scheme`, () => {
      const absent = Object.entries(PATHS_OF_SCHEMES).filter(([name]) => !schemes.split(',').includes(name));
      assert.deepEqual(
        lacking(everyPath, pathsOf({ schemes: named(schemes) })).toSorted(),
        absent.flatMap(([, paths]) => paths).toSorted(),
      );
    });

    it(`has the security schemes ${schemes} and its operations ask for no other`, () => {
      const { components, paths } = specificationOf({ schemes: named(schemes) });
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

  it('is refused when two paths would be the same', () => {
    assert.throws(() => specificationOf({ tokenPath: '/snippets/' }), /Two paths would be \/snippets\//);
  });

  it('has BASE_URL as its server, or the URL that it is read from', () => {
    assert.equal(specificationOf().servers[0]?.url, '/');
    const { servers } = specificationOf({ baseUrl: 'https://snippets.example' });
    assert.deepEqual(servers, [{ url: 'https://snippets.example' }]);
  });

  it('accepts a custom scheme wherever it accepts Basic', () => {
    const { paths, components } = specificationOf({ schemes: [{ name: 'basic' }, KEY] });
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

  it('is refused when a custom scheme has no securityScheme', () => {
    assert.throws(() => specificationOf({ schemes: [{ name: 'key' }] }), /key has no securityScheme/);
  });

  it('declares text/html exactly where the service answers with pages', () => {
    const specification = specificationOf({ schemes: named(OWN.join()) });
    const hasPage = (response: Response | Reference) =>
      'text/html' in (resolve<Response>(specification, response).content ?? {});
    const pagesOf = (path: string, method: 'get' | 'post') =>
      Object.entries(specification.paths[path]?.[method]?.responses ?? {})
        .filter(([, response]) => hasPage(response))
        .map(([status]) => status);
    assert.deepEqual(pagesOf('/users/', 'get'), ['200', '401', '403', '404', '429', '500', '503']);
    assert.deepEqual(pagesOf('/snippets/{id}/raw/', 'get'), [
      '400',
      '401',
      '403',
      '404',
      '429',
      '500',
      '503',
    ]);
    for (const path of ['/healthz', '/openapi.json']) assert.deepEqual(pagesOf(path, 'get'), [], path);
    for (const path of ['/api-token-auth/', '/oauth2/access_token/'])
      assert.deepEqual(pagesOf(path, 'post'), [], path);
  });

  it('is made without changing the parsed openapi.yaml', () => {
    const source = readSpecification();
    const before = structuredClone(source);
    effectiveSpecification(source, deployment({ ownership: false, schemes: named('basic') }));
    assert.deepEqual(source, before);
  });

  it('lists only the tags that an operation uses', () => {
    const all = tagsOf(readSpecification());
    const tags = (names: string) => tagsOf(specificationOf({ schemes: named(names) }));
    assert.deepEqual(lacking(all, tags('basic')), ['authentication']);
    assert.deepEqual(lacking(all, tags('token')), []);
  });

  it('has the same content as JSON and as YAML', async () => {
    const { parse } = await import('yaml');
    const { json, yaml } = makeContract(deployment());
    assert.deepEqual(JSON.parse(json), parse(await yaml()));
  });

  it('is served without extensions, without unused components, and with all that is left', () => {
    const { specification, json } = makeContract(deployment({ schemes: named(OWN.join()) }));
    const served = JSON.parse(json);
    assert.doesNotMatch(json, /"x-/);
    const { schemas, responses } = served.components;
    assert.deepEqual(Object.keys(served.paths), Object.keys(specification.paths));
    assert.ok(schemas.Snippet.properties.owner && !('x-link' in schemas.Snippet.properties.owner));
    assert.ok(!('MethodNotAllowed' in responses) && !('ResourceDescription' in schemas));
    const references = new Set([...json.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference));
    const { securitySchemes: _, ...others } = served.components;
    const names = Object.entries<object>(others).flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `#/components/${kind}/${name}`),
    );
    assert.deepEqual(names.sort(), [...references].sort());
  });

  it('is served with names and examples that only look like extensions', () => {
    const source = structuredClone(readSpecification());
    const example = { 'x-example': 1 };
    Object.assign(source.components.schemas.Root?.properties ?? {}, {
      'x-colour': { type: 'object', example, 'x-row': 'name' },
    });
    const { json } = makeContract(deployment(), source);
    assert.deepEqual(JSON.parse(json).components.schemas.Root.properties['x-colour'], {
      type: 'object',
      example,
    });
  });
});

describe('the specification without ownership', () => {
  const specification = specificationOf({ ownership: false, schemes: named(OWN.join()) });

  it('has no path, schema or tag of users', () => {
    assert.deepEqual(
      Object.keys(specification.paths).filter((path) => path.includes('users')),
      [],
    );
    assert.ok(!('User' in specification.components.schemas));
    const used = new Set(
      Object.values(specification.paths)
        .flatMap(operationsOf)
        .flatMap(([, { tags = [] }]) => tags),
    );
    assert.ok(!used.has('users'));
    assert.deepEqual(
      tagsOf(specification),
      tagsOf(readSpecification()).filter((tag) => used.has(tag)),
    );
  });

  it('mentions owner in no property, required list or example', () => {
    const found: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (node === 'owner') found.push(path);
      if (typeof node !== 'object' || node === null) return;
      for (const [key, value] of Object.entries(node)) {
        if (key === 'owner') found.push(`${path}/${key}`);
        visit(value, `${path}/${key}`);
      }
    };
    const { json } = makeContract(deployment({ ownership: false, schemes: named(OWN.join()) }));
    visit(JSON.parse(json), '');
    assert.deepEqual(found, []);
  });

  it('lets everybody use every path', () => {
    for (const [path, item] of Object.entries(specification.paths)) {
      assert.deepEqual(item['x-permissions'], ['AllowAny'], path);
    }
    const { security } = specification.paths['/snippets/']?.post ?? {};
    assert.deepEqual(security?.[0], {});
  });
});

describe('the endpoints of the specification', () => {
  const { endpoints } = makeContract(deployment({ schemes: named('token,basic') }));
  const endpoint = (name: string) => endpoints.find((candidate) => candidate.name === name);

  it('list their methods in the order that Allow has', () => {
    const allow = Object.fromEntries(endpoints.map(({ name, allow }) => [name, allow]));
    assert.deepEqual(
      [allow['snippets:list'], allow['snippets:detail'], allow['users:list'], allow.token],
      ['GET, POST, HEAD, OPTIONS', 'GET, PUT, DELETE, HEAD, OPTIONS', 'GET, HEAD, OPTIONS', 'POST, OPTIONS'],
    );
  });

  it('run the configured schemes in their order where the specification asks for credentials', () => {
    assert.deepEqual(endpoint('snippets:list')?.schemes, ['token', 'basic']);
    assert.deepEqual(endpoint('token')?.schemes, ['token', 'basic']);
    for (const name of ['health:live', 'health:ready', 'openapi:json', 'openapi:yaml']) {
      assert.deepEqual(endpoint(name)?.schemes, [], name);
    }
  });

  it('have unique reverse names', () => {
    assert.equal(new Set(endpoints.map(({ name }) => name)).size, endpoints.length);
  });
});
