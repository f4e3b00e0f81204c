// Writes src/sdk/REFERENCE.md from the SDK's types and their comments; with --check it only says whether it is up to date.
// @ts-check
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}src/sdk/REFERENCE.md`;

const program = ts.createProgram([`${root}src/sdk/index.ts`], {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  paths: { '#generated/*': [`${root}generated/*`] },
  noEmit: true,
});
const checker = program.getTypeChecker();
const index = program.getSourceFile(`${root}src/sdk/index.ts`);
const module = index && checker.getSymbolAtLocation(index);
if (!module) throw new Error('src/sdk/index.ts exports nothing.');
const exported = new Map(
  checker.getExportsOfModule(module).map((symbol) => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return [symbol.name, isAlias ? checker.getAliasedSymbol(symbol) : symbol];
  }),
);

const text = `# Reference

Made from the types of the SDK by \`npm run generate\`: do not edit it. [README.md](README.md) explains how all this is used.

## Functions

${[...exported.values()].filter(isFunction).map(renderFunction).join('\n')}
## Methods of the client

Each method also exists on \`store.withResponse\`, where it gives an \`Answer\`: \`{ data, response, trace }\`. Lists and edits
do not. The last argument of each is \`options\`, a \`CallOptions\`.

${renderMethods()}
## Lists

${renderCompositions('Listings', (members) => `(narrowing?: ${describe(members.narrows)}, options?)`)}
\`narrowing\` also takes the members of \`ListingSize\`. What is given is a \`Listing\`: it can be read with \`for await\`.

${['ListingSize', 'Listing', 'Page'].map(renderMembers).join('\n')}
## Edits

${renderCompositions('Edits', (members) => `(id: ${describe(members.id)}, change: ${describe(members.change)}, options?)`)}
\`change\` may also be a function of what was read, which may be asynchronous; when it gives \`undefined\` nothing is changed.

## Options

${['TransportOptions', 'CallOptions', 'OAuth2Options', 'SessionOptions', 'Answer'].map(renderMembers).join('\n')}
## Credentials of your own

${['Authenticator', 'CredentialsContext'].map(renderMembers).join('\n')}
## Errors

${[...exported.values()].filter(isClass).map(renderClass).join('\n')}`;

if (!process.argv.includes('--check')) await writeFile(target, text);
else if ((await readFile(target, 'utf8')) !== text) {
  console.error('src/sdk/REFERENCE.md does not follow from the types of the SDK: run `npm run generate`.');
  process.exitCode = 1;
}

/** @param {ts.Symbol} symbol */
function isFunction(symbol) {
  return (symbol.flags & ts.SymbolFlags.Function) !== 0;
}

/** @param {ts.Symbol} symbol */
function isClass(symbol) {
  return (symbol.flags & ts.SymbolFlags.Class) !== 0;
}

/** @param {ts.Symbol} symbol */
function renderFunction(symbol) {
  const [signature] = checker.getSignaturesOfType(typeOf(symbol), ts.SignatureKind.Call);
  const shape = signature
    ? checker.signatureToString(signature, undefined, ts.TypeFormatFlags.NoTruncation)
    : '';
  return `### \`${symbol.name}\`\n\n\`\`\`ts\n${symbol.name}${shape}\n\`\`\`\n\n${documentation(symbol)}\n`;
}

function renderMethods() {
  return declared('Calls')
    .map((call) => {
      const members = membersOf(call);
      const takes = checker.getPropertiesOfType(members.takes);
      const isOptional = takes.every(({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0);
      const args = takes.length === 0 ? '(args?, options?)' : `(args${isOptional ? '?' : ''}, options?)`;
      return `### \`${call.name}${args}\`\n\nGives ${code(describe(members.gives))}.\n\n${documentation(call)}\n${
        takes.length > 0 ? `\n${table(takes)}\n` : ''
      }`;
    })
    .join('\n');
}

/** @param {string} name @param {(members: Record<string, ts.Type>) => string} renderArguments */
function renderCompositions(name, renderArguments) {
  return declared(name)
    .map((one) => `### \`${one.name}${renderArguments(membersOf(one))}\`\n\n${documentation(one)}\n`)
    .join('\n');
}

/** @param {string} name */
function renderMembers(name) {
  const symbol = exported.get(name);
  if (!symbol) throw new Error(`The SDK does not export ${name}.`);
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  const own = members.filter(({ name }) => !name.startsWith('__@'));
  return `### \`${name}\`\n\n${documentation(symbol)}\n\n${table(own)}\n`;
}

/** @param {ts.Symbol} symbol */
function renderClass(symbol) {
  const own = [...(symbol.members?.values() ?? [])].filter(
    ({ flags, name }) => (flags & ts.SymbolFlags.Property) !== 0 && name !== 'name',
  );
  return `### \`${symbol.name}\`\n\n${documentation(symbol)}\n${own.length > 0 ? `\n${table(own)}\n` : ''}`;
}

/** @param {readonly ts.Symbol[]} members */
function table(members) {
  const rows = members.map((member) => {
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
    const words = documentation(member).replaceAll('\n\n', ' ').replaceAll('\n', ' ').replaceAll('|', '\\|');
    return `| \`${member.name}${isOptional ? '?' : ''}\` | ${code(describe(typeOf(member)))} | ${words} |`;
  });
  return ['| name | type | |', '|---|---|---|', ...rows].join('\n');
}

/** @param {string} name the name of an exported interface @returns {ts.Symbol[]} its members */
function declared(name) {
  const symbol = exported.get(name);
  if (!symbol) throw new Error(`The SDK does not export ${name}.`);
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
}

/** @param {ts.Symbol} symbol @returns {Record<string, ts.Type>} */
function membersOf(symbol) {
  const members = checker.getPropertiesOfType(typeOf(symbol));
  return Object.fromEntries(members.map((member) => [member.name, typeOf(member)]));
}

/** @param {ts.Symbol} symbol */
function typeOf(symbol) {
  return index ? checker.getTypeOfSymbolAtLocation(symbol, index) : checker.getAnyType();
}

/** Long lists of choices are known by their name; `undefined` says no more than that a member may be left out. @param {ts.Type} type */
function describe(type) {
  const shown = checker.typeToString(
    type,
    undefined,
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
  );
  const short = shown.length > 400 ? shortUnion(type) : shown;
  return short.replace(/ \| undefined$/, '').replace(/^undefined$/, 'nothing');
}

/** @param {ts.Type} type */
function shortUnion(type) {
  const values = type.isUnion() ? type.types.map((one) => checker.typeToString(one)) : [];
  const choices = values.filter((value) => value.startsWith('"'));
  return choices.length > 20
    ? `${choices.slice(0, 3).join(' | ')} | ... (${choices.length} choices)`
    : 'object';
}

/** @param {string} text */
function code(text) {
  return `\`${text.replaceAll('|', '\\|').replaceAll('`', '')}\``;
}

/** @param {ts.Symbol} symbol */
function documentation(symbol) {
  const words = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  const tags = symbol.getJsDocTags(checker).map(({ name, text }) => {
    const said = ts.displayPartsToString(text).trim();
    return name === 'throws'
      ? `Throws ${said}.`
      : name === 'default'
        ? `Default: \`${said}\`.`
        : name === 'returns'
          ? `Gives ${said}.`
          : said && `\`${said.split(/\s/)[0]}\`: ${said.replace(/^\S+\s*/, '')}.`;
  });
  return [words, ...tags].filter(Boolean).join('\n\n');
}
