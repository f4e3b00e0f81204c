/** Holds every answer of the running server to the effective document: status, headers, content type and body. */
import assert from 'node:assert/strict';
import type { makeContract } from '#src/contract/contract.js';
import { resolve } from '#src/contract/resolve-references.js';
import type { Response as Declared, Header, Schema, Specification } from '#src/contract/specification.js';
import { makeFindPath } from '#src/pipeline/routing/locate.js';
import { makeSchemaCompiler } from '#src/pipeline/validation/schema-compiler.js';

export type CheckResponse = (request: { method: string; url: string }, response: Response) => Promise<void>;

type Contract = ReturnType<typeof makeContract>;

/** @returns a check that rejects with an AssertionError naming the operation and what it does not declare */
export function makeCheckResponse({ specification, endpoints }: Contract): CheckResponse {
  const findPath = makeFindPath(endpoints);
  const compile = makeSchemaCompiler(specification);
  const validators = new Map<object, ReturnType<typeof compile>>();
  const common = new Set(specification['x-common-headers'].map((name) => name.toLowerCase()));

  return async ({ method, url }, response) => {
    const { pathname } = new URL(url);
    const where = `${method} ${pathname} -> ${response.status}`;
    const declared = declaredResponses(specification, findPath(pathname)?.endpoint, method)[response.status];
    assert.ok(declared, `${where}: the status is not declared`);
    checkHeaders(resolve<Declared>(specification, declared), response, where);
    await checkBody(resolve<Declared>(specification, declared), response, method, where);
  };

  function checkHeaders({ headers = {} }: Declared, response: Response, where: string): void {
    const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    response.headers.forEach((_value, name) => {
      assert.ok(names.has(name) || common.has(name), `${where}: the header ${name} is not declared`);
    });
    for (const [name, reference] of Object.entries(headers)) {
      const { required, schema, 'x-only-with': only } = resolve<Header>(specification, reference);
      const value = response.headers.get(name);
      const isOfType = only === undefined || mediaTypeOf(response) === only;
      const isRequired = only === undefined ? required : isOfType;
      if (value === null) assert.ok(!isRequired, `${where}: the header ${name} is missing`);
      else if (!isOfType) assert.fail(`${where}: the header ${name} belongs to ${only}`);
      else validate(schema, schema.type === 'integer' ? Number(value) : value, `${where}: header ${name}`);
    }
  }

  async function checkBody(
    { content }: Declared,
    response: Response,
    method: string,
    where: string,
  ): Promise<void> {
    const bytes = await response.clone().arrayBuffer();
    if (method === 'HEAD') return assert.equal(bytes.byteLength, 0, `${where}: HEAD has a body`);
    if (!content) {
      assert.equal(
        response.headers.get('content-type'),
        null,
        `${where}: has a Content-Type and declares no body`,
      );
      return assert.equal(bytes.byteLength, 0, `${where}: has a body and declares none`);
    }
    const mediaType = mediaTypeOf(response);
    const { schema } = content[mediaType] ?? assert.fail(`${where}: the type ${mediaType} is not declared`);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    validate(schema, /[/+]json$/.test(mediaType) ? JSON.parse(text) : text, `${where}: body`);
  }

  function validate(schema: Schema, value: unknown, where: string): void {
    const validator = validators.get(schema) ?? compile(schema);
    validators.set(schema, validator);
    const errors = validator(value);
    assert.equal(errors.length, 0, `${where}: ${JSON.stringify(errors)}`);
  }
}

function mediaTypeOf(response: Response): string {
  return response.headers.get('content-type')?.split(';')[0] ?? '';
}

/** An operation's own responses, or those of requests that no operation stands for. */
function declaredResponses(
  specification: Specification,
  endpoint: Contract['endpoints'][number] | undefined,
  method: string,
): Record<string, Declared | { $ref: string }> {
  const derived = specification['x-derived-responses'];
  if (!endpoint) return derived.unknownPath;
  const matched = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = specification.paths[endpoint.path]?.[matched as 'get'];
  if (operation) return operation.responses;
  return method === 'OPTIONS' ? derived.options : derived.unknownMethod;
}
