// The handlers' signatures hold a handler to the contract: what openapi.yaml does not declare does not compile.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

const preamble = `
import type { Handler, HandlerRequest, Handlers } from '#generated/server/handlers.gen.js';
interface Context { user: string }
export type Used = [Handler<'getUser', Context>, HandlerRequest<'getUser'>, Handlers<Context>];
`;

const accepted: Record<string, string> = {
  'a declared answer': `
    export const handler: Handler<'getUser', Context> = ({ parameters }) =>
      ({ status: 200, headers: { ETag: '"1"' }, body: { id: parameters.path.id, username: 'alice', snippets: [] } });`,
  'an answer that comes later': `
    export const handler: Handler<'deleteSnippet', Context> = async () => ({ status: 204 });`,
  'a declared error': `
    export const handler: Handler<'getUser', Context> = () => ({ status: 404, body: { detail: 'Not found.' } });`,
  'an answer without a body': `
    export const handler: Handler<'getSnippet', Context> = ({ parameters }) =>
      ({ status: 304, headers: { ETag: parameters.header['If-None-Match'] ?? '"1"' } });`,
  'a list as an array': `
    export const handler: Handler<'listUsers', Context> = () => ({ status: 200, body: [] });`,
  'a list batch by batch': `
    async function* users() { yield [{ id: 1, username: 'alice', snippets: [1] }]; }
    export const handler: Handler<'listUsers', Context> = () => ({ status: 200, body: users() });`,
  'text where the contract has another media type than JSON': `
    export const handler: Handler<'getSnippetCode', Context> = () =>
      ({ status: 200, headers: { ETag: '"1"', 'Content-Disposition': 'inline', Link: '' }, body: 'code' });`,
  'text that is compressed already': `
    export const handler: Handler<'getSnippetCode', Context> = () =>
      ({
        status: 200,
        headers: { ETag: '"1"', 'Content-Disposition': 'inline', Link: '' },
        body: { coding: 'br', bytes: new Uint8Array() },
      });`,
  'the JSON shape of a body that may also come as a form': `
    export const handler: Handler<'createSnippet', Context> = ({ body }) => {
      const linenos: boolean = body.linenos; // validation has filled in the default
      return { status: 400, body: { detail: 'Invalid input.', linenos: [String(linenos)] } };
    };`,
  'parameters as numbers': `
    export const handler: Handler<'listSnippets', Context> = ({ parameters }) => {
      const limit: number | undefined = parameters.query.limit;
      return { status: 200, headers: limit ? { Link: '' } : {}, body: [] };
    };`,
};

const refused: Record<string, { code: string; because: RegExp }> = {
  'a status that is not declared': {
    code: `export const handler: Handler<'deleteSnippet', Context> = () => ({ status: 200 });`,
    because: /'200' is not assignable to type/,
  },
  'a body of another shape': {
    code: `export const handler: Handler<'getUser', Context> = () =>
      ({ status: 200, headers: { ETag: '' }, body: { id: '1', username: 'alice', snippets: [] } });`,
    because: /[Tt]ype 'string' is not assignable to type 'number'/,
  },
  'a body that lacks a member': {
    code: `export const handler: Handler<'getUser', Context> = () =>
      ({ status: 200, headers: { ETag: '' }, body: { id: 1, username: 'a' } });`,
    because: /Property 'snippets' is missing/,
  },
  'a list of other items': {
    code: `export const handler: Handler<'listUsers', Context> = () => ({ status: 200, body: [{ id: 1 }] });`,
    because: /missing the following properties from type 'User': username, snippets/,
  },
  'a missing body': {
    code: `export const handler: Handler<'getUser', Context> = () => ({ status: 200, headers: { ETag: '' } });`,
    because: /Property 'body' is missing/,
  },
  'a body where there is none': {
    code: `export const handler: Handler<'deleteSnippet', Context> = () => ({ status: 204, body: {} });`,
    because: /not assignable to type 'undefined'/,
  },
  'a missing header': {
    code: `export const handler: Handler<'login', Context> = () =>
      ({ status: 302, headers: {} });`,
    because: /Property ''?Location'?' is missing/,
  },
  'missing headers': {
    code: `export const handler: Handler<'getUser', Context> = () => ({ status: 429, body: { detail: 'Later.' } });`,
    because: /Property 'headers' is missing/,
  },
  'a header that is not declared': {
    code: `export const handler: Handler<'getUser', Context> = () =>
      ({ status: 404, headers: { 'X-Reason': 'none' }, body: { detail: 'Not found.' } });`,
    because: /'X-Reason'|not assignable to type 'never'/,
  },
  'a header that the service sets by itself': {
    code: `export const handler: Handler<'getUser', Context> = () =>
      ({ status: 404, headers: { Allow: 'GET' }, body: { detail: 'Not found.' } });`,
    because: /not assignable to type 'never'/,
  },
  'a language that the contract does not list': {
    code: `export const language: HandlerRequest<'createSnippet'>['body']['language'] = 'klingon';`,
    because: /'"klingon"' is not assignable/,
  },
  'a parameter that the operation does not have': {
    code: `export const handler: Handler<'listUsers', Context> = ({ parameters }) =>
      ({ status: 200, body: [{ id: parameters.path.id, username: 'alice', snippets: [] }] });`,
    because: /Property 'id' does not exist/,
  },
  'a set of handlers that lacks one': {
    code: `export const handlers: Handlers<Context> = { deleteSnippet: () => ({ status: 204 }) };`,
    because: /missing the following properties from type 'Handlers<Context>'/,
  },
};

describe('the signatures of the handlers', () => {
  const diagnose = compile({
    ...accepted,
    ...Object.fromEntries(Object.entries(refused).map(([name, { code }]) => [name, code])),
  });
  for (const name of Object.keys(accepted)) {
    it(`accept ${name}`, () => assert.equal(diagnose(name), ''));
  }
  for (const [name, { because }] of Object.entries(refused)) {
    it(`refuse ${name}`, () => assert.match(diagnose(name), because));
  }
});

/** Compiles all samples at once, as if they were files of src/; gives what the compiler says about one. */
function compile(samples: Record<string, string>): (name: string) => string {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const files = new Map(
    Object.entries(samples).map(([name, code], number) => [
      name,
      { path: join(root, 'src', `sample-${number}.ts`), text: `${preamble}${code}` },
    ]),
  );
  const texts = new Map([...files.values()].map(({ path, text }) => [path, text]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = texts.get(path);
    return text === undefined
      ? getSourceFile(path, target, ...rest)
      : ts.createSourceFile(path, text, target, true);
  };
  // The sources: a build may be older.
  const paths = { '#generated/*': [join(root, 'generated', '*')] };
  const settings = { ...options, composite: false, noEmit: true, paths };
  const program = ts.createProgram([...texts.keys()], settings, host);
  return (name) => {
    const source = program.getSourceFile(files.get(name)?.path ?? '');
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n');
  };
}
