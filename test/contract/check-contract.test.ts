import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkContract } from '#src/contract/check-contract.js';
import { effectiveSpecification } from '#src/contract/effective-specification.js';
import { readSpecification } from '#src/contract/read-specification.js';
import type { Specification } from '#src/contract/specification.js';
import { permissions } from '#src/pipeline/permissions.js';

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
    securityContact: [],
  });
  checkContract(specification, { permissions });
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
});
