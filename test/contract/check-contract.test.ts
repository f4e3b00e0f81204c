import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkContract } from '#src/contract/check-contract.js';
import { effectiveSpecification } from '#src/contract/effective-specification.js';
import { readSpecification } from '#src/contract/read-specification.js';
import type { Specification } from '#src/contract/specification.js';
import { permissions } from '#src/pipeline/permissions/permissions.js';
import { definitions } from '#src/store/definitions.js';

const code = { permissions, collections: definitions };

/** Checks `openapi.yaml` with a change, as a deployment with Basic and Token does. */
function check(change: (source: Specification) => void, { ownership = true } = {}): void {
  const source = readSpecification();
  change(source);
  const specification = effectiveSpecification(source, {
    schemes: [{ name: 'basic' }, { name: 'token' }],
    ownership,
    baseUrl: undefined,
    tokenPath: '/api-token-auth/',
    loginPrefix: '/api-auth/',
    securityContacts: [],
  });
  checkContract(specification, ownership, code);
}

describe('the check of a contract', () => {
  it('accepts the contract of the service, with and without ownership', () => {
    for (const ownership of [true, false]) check(() => undefined, { ownership });
  });

  it('names a reference to a path that does not exist', () => {
    assert.throws(
      () =>
        check(({ components: { schemas } }) => {
          const notes = { type: 'string', 'x-path-of': 'notes:list' } as const;
          Object.assign(schemas.Root?.properties ?? assert.fail(), { notes });
        }),
      /schemas\/Root\/properties\/notes\/x-path-of: no path has the x-name "notes:list"/,
    );
  });

  it('names an object permission on a path without x-object', () => {
    assert.throws(
      () => check(({ paths }) => delete paths['/snippets/{id}/']?.['x-object']),
      /openapi\.yaml: \/snippets\/\{id\}\/ has the object permission IsOwnerOrReadOnly and no x-object/,
    );
  });

  it('names an x-creates that is no collection with integer ids', () => {
    for (const name of ['remarks', 'sessions', 'toString', '__proto__']) {
      assert.throws(
        () => check(({ paths }) => Object.assign(paths['/snippets/']?.post ?? {}, { 'x-creates': name })),
        new RegExp(`/snippets/ has x-creates: ${name}, .*src/store/definitions\\.ts`),
      );
    }
  });

  it('names a create that takes an Idempotency-Key without x-creates, however the header is written', () => {
    for (const name of ['Idempotency-Key', 'idempotency-key']) {
      assert.throws(
        () =>
          check(({ paths, components }) => {
            Object.assign(components.parameters?.IdempotencyKey ?? assert.fail(), { name });
            delete paths['/snippets/']?.post?.['x-creates'];
          }),
        /POST \/snippets\/ takes an Idempotency-Key and answers 201/,
      );
    }
  });

  it('names each answer that promises an owner without ownership', () => {
    const promise = (source: Specification) => {
      delete source.components.schemas.Snippet?.properties?.owner?.['x-requires'];
    };
    check(promise);
    assert.throws(
      () => check(promise, { ownership: false }),
      /GET \/snippets\/: .*owner.*\n.*POST \/snippets\/: .*\n.*GET \/snippets\/\{id\}\/: .*\n.*PUT/,
    );
  });

  it('accepts an owner without ownership where clients send one', () => {
    check(
      (source) => {
        const { Snippet, SnippetInput } = source.components.schemas;
        delete Snippet?.properties?.owner?.['x-requires'];
        Object.assign(SnippetInput?.properties ?? assert.fail(), { owner: { type: 'string' } });
        // The path has no body of its own, and serves a collection that has one elsewhere.
        const { delete: _delete, put: _put, ...reading } = source.paths['/snippets/{id}/'] ?? assert.fail();
        source.paths['/snippets/{id}/copy/'] = { ...reading, 'x-name': 'snippets:copy' };
      },
      { ownership: false },
    );
  });

  it('names every problem at once', () => {
    assert.throws(
      () =>
        check(({ paths }) => {
          delete paths['/snippets/{id}/']?.['x-object'];
          Object.assign(paths['/snippets/']?.post ?? {}, { 'x-creates': 'remarks' });
        }),
      /x-creates: remarks.*\n.*no x-object/,
    );
  });
});
