/** Single sign-on without a browser: what waits in cookies, and how providers describe themselves. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { makeLoginFlows } from '#src/authentication/login-flow.js';
import { makeSingleSignOn } from '#src/authentication/single-sign-on.js';
import { readSettings } from '#src/config/index.js';
import type { ApiRequest } from '#src/http/api-request.js';

/** A browser's part of requests: it keeps the cookies that it is given. */
function makeRequest(secure = false) {
  const kept = new Map<string, string>();
  const set = (name: string, value: string) => (value ? kept.set(name, value) : kept.delete(name));
  const headers = {
    get cookie() {
      return [...kept].map((pair) => pair.join('=')).join('; ');
    },
  };
  return { kept, request: { headers, ctx: { secure, cookies: { set } } } as unknown as ApiRequest };
}

describe('a login that waits for the provider', () => {
  it('can be taken once, within ten minutes, with its own state, by who began it, under the same key', () => {
    let now = 0;
    const flows = makeLoginFlows('key', () => now);
    const { request, kept } = makeRequest();
    const [first, second] = [flows.begin(request, '/a'), flows.begin(request, '/b')];
    assert.deepEqual(flows.take(request, first.state)?.next, '/a');
    assert.equal(flows.take(request, first.state), undefined);
    assert.ok(![...kept.values()].some((sealed) => Buffer.from(sealed, 'base64url').includes('/b')));
    for (const other of [makeLoginFlows('other key', () => now), flows])
      for (const state of ['', 'unknown', `${second.state}x`])
        assert.equal(other.take(request, state), undefined);
    const [[name = '', sealed = ''] = []] = kept;
    for (const [value, key] of [
      [`${sealed.slice(0, -2)}xx`, 'key'],
      ['x', 'key'],
      [sealed, 'other key'],
    ] as const) {
      kept.set(name, value);
      assert.equal(makeLoginFlows(key, () => now).take(request, second.state), undefined);
      assert.equal(kept.size, 0);
    }
    for (const [age, next] of [
      [599_999, '/b'],
      [600_000, undefined],
    ] as const) {
      kept.set(name, sealed);
      now = age;
      assert.equal(flows.take(request, second.state)?.next, next);
    }
  });

  it('is one of the newest four of its browser, and over HTTPS no other host of the domain can set its cookie', () => {
    for (const secure of [false, true]) {
      const flows = makeLoginFlows('key');
      const { request, kept } = makeRequest(secure);
      kept.set(`${secure ? '' : '__Host-'}oidc-0123456789abcdef`, 'of the other kind');
      const begun = Array.from({ length: 6 }, (_, i) => flows.begin(request, `/${i}`));
      assert.equal(kept.size, 5);
      const taken = begun.map(({ state }) => flows.take(request, state)?.next);
      assert.deepEqual(taken, [undefined, undefined, '/2', '/3', '/4', '/5']);
    }
  });
});

describe('a provider', () => {
  const FILES = new URL('../../test/fixtures/providers/', import.meta.url);
  for (const [file, home, allowed, scope, end] of [
    [
      'keycloak',
      'https://id.example.com',
      'groups=dev',
      'openid profile email groups',
      '/protocol/openid-connect/logout',
    ],
    [
      'entra',
      'https://login.microsoftonline.com',
      'roles=dev',
      'openid profile email',
      '/oauth2/v2.0/logout',
    ],
  ] as const)
    it(`is understood as ${file} describes itself`, async (t) => {
      const described = await readFile(new URL(`${file}.json`, FILES), 'utf8');
      const { issuer, authorization_endpoint: page }: Record<string, string> = JSON.parse(described);
      const server = createServer(({ url }, response) => {
        const isKnown = issuer && url === `${new URL(issuer).pathname}/.well-known/openid-configuration`;
        response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/json' });
        response.end(described.replaceAll(home, here));
      }).listen(0, '127.0.0.1');
      t.after(() => server.close());
      await once(server, 'listening');
      const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const settings = await readSettings({
        ...{ BASE_URL: 'https://snippets.example', OIDC_ISSUER: issuer?.replace(home, here) ?? '' },
        ...{ OIDC_CLIENT_ID: 'snippets', OIDC_CLIENT_SECRET: 'secret', OIDC_ALLOWED: allowed },
      });
      const singleSignOn = await makeSingleSignOn(settings, 'key');
      assert.ok(singleSignOn);
      const checks = { state: 'a', nonce: 'b', verifier: 'c'.repeat(43) };
      const begun = await singleSignOn.begin(checks, 'https://snippets.example/callback');
      assert.equal(begun.origin + begun.pathname, page?.replace(home, here));
      const { code_challenge: challenge, ...parameters } = Object.fromEntries(begun.searchParams);
      assert.match(challenge ?? '', /^[\w-]{43}$/);
      assert.deepEqual(parameters, {
        ...{
          client_id: 'snippets',
          redirect_uri: 'https://snippets.example/callback',
          response_type: 'code',
          scope,
        },
        ...{ state: 'a', nonce: 'b', code_challenge_method: 'S256' },
      });
      assert.ok((await singleSignOn.logoutUrl())?.href.endsWith(`${end}?client_id=snippets`));
    });
});
