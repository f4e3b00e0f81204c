/** Holds every answer of the running server to the effective document: status, headers, content type and body. */
import type { makeContract } from '#src/contract/contract.js';
import type { DereferencedResponse as Declared, Dereferenced, Schema } from '#src/contract/specification.js';
import { makeFindTarget } from '#src/pipeline/find-target.js';
import { makeSchemaCompiler } from '#src/pipeline/validation/validate-input.js';

export type CheckResponse = (request: Pick<Request, 'method' | 'url'>, response: Response) => Promise<void>;

type Contract = ReturnType<typeof makeContract>;

/** Characters of a value that a message shows. */
const SHOWN = 200;

/** Headers that any answer may have. Responses do not declare them. */
const COMMON = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'referrer-policy',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
  'x-request-id',
]);

/** @returns a check that rejects, and names the operation and what the contract does not declare */
export function makeCheckResponse({ specification, endpoints }: Contract): CheckResponse {
  const findTarget = makeFindTarget(endpoints.map((endpoint) => ({ endpoint })));
  const compile = makeSchemaCompiler();
  const validators = new Map<object, ReturnType<typeof compile>>();

  return async ({ method, url }, response) => {
    const { pathname } = new URL(url);
    const endpoint = findTarget(pathname)?.route.endpoint;
    const { operation, responses } = declaredResponses(specification, endpoint, method);
    const declared = responses[response.status];
    const problems = declared
      ? [...headerProblems(declared, response), ...(await bodyProblems(declared, response, method))]
      : [`status: expected ${Object.keys(responses).join(', ')}, found ${response.status}`];
    if (problems.length === 0) return;
    const where = `${operation ?? 'no operation'}: ${method} ${pathname} -> ${response.status}`;
    throw new Error(`openapi.yaml: ${problems.map((problem) => `${where}: ${problem}`).join('\n')}`);
  };

  function headerProblems({ headers = {} }: Declared, response: Response): string[] {
    const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    const problems: string[] = [];
    response.headers.forEach((_value, name) => {
      if (!names.has(name) && !COMMON.has(name))
        problems.push(`headers.${name}: expected none, it is not declared`);
    });
    for (const [name, { required, schema, 'x-only-with': only }] of Object.entries(headers)) {
      const value = response.headers.get(name);
      const isOfType = only === undefined || mediaTypeOf(response) === only;
      const isRequired = only === undefined ? required : isOfType;
      if (value === null && isRequired) problems.push(`headers.${name}: expected a value, found none`);
      else if (value !== null && !isOfType) problems.push(`headers.${name}: expected with ${only} only`);
      else if (value !== null) {
        const typed = schema.type === 'integer' ? Number(value) : value;
        problems.push(...validate(schema, typed, `headers.${name}`));
      }
    }
    return problems;
  }

  async function bodyProblems({ content }: Declared, response: Response, method: string): Promise<string[]> {
    const bytes = await response.clone().arrayBuffer();
    const isEmpty = bytes.byteLength === 0;
    if (method === 'HEAD') return isEmpty ? [] : ['body: expected none after HEAD'];
    const mediaType = mediaTypeOf(response);
    if (!content && isEmpty && mediaType === '') return [];
    const schema = content?.[mediaType]?.schema;
    if (!schema) {
      const expected = Object.keys(content ?? {}).join(', ') || 'no body';
      return [`headers.content-type: expected ${expected}, found ${mediaType || 'none'}`];
    }
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return validate(schema, /[/+]json$/.test(mediaType) ? JSON.parse(text) : text, 'body');
  }

  /** @returns one line for each rule: place, what was expected, what was found */
  function validate(schema: Schema, value: unknown, place: string): string[] {
    const validator = validators.get(schema) ?? compile(schema);
    validators.set(schema, validator);
    return validator(value).map(({ instancePath, message, params }) => {
      const [expected, found] = [params, value].map((one) => shorten(JSON.stringify(one) ?? 'nothing'));
      return `${place}${instancePath.replaceAll('/', '.')} ${message} ${expected}, found ${found}`;
    });
  }
}

function mediaTypeOf(response: Response): string {
  return response.headers.get('content-type')?.split(';')[0] ?? '';
}

/** An operation's own responses, or those of requests that no operation stands for. */
function declaredResponses(
  specification: Dereferenced,
  endpoint: Contract['endpoints'][number] | undefined,
  method: string,
): { operation?: string; responses: Record<string, Declared> } {
  const derived = specification['x-derived-responses'];
  if (!endpoint) return { responses: derived.unknownPath };
  const matched = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = specification.paths[endpoint.path]?.[matched as 'get'];
  if (operation) return { operation: operation.operationId, responses: operation.responses };
  return { responses: method === 'OPTIONS' ? derived.options : derived.unknownMethod };
}

function shorten(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}
