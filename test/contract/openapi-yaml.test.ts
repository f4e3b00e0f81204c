/** What no schema of OpenAPI says about openapi.yaml: its parts fit one another, the libraries and the highlighter. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import hljs from 'highlight.js';
import { makeContract } from '#src/contract/contract.js';
import { readSpecification } from '#src/contract/read-specification.js';
import { languages } from '#src/highlighting/languages.js';
import { makeSchemaCompiler } from '#src/pipeline/validation/validate-input.js';

const source = readSpecification();
const { specification, endpoints } = makeContract({
  schemes: Object.keys(source.components.securitySchemes).map((name) => ({ name })),
  ownership: true,
  readAccess: 'everybody',
  privateSnippets: true,
  baseUrl: undefined,
  tokenPath: '/api-token-auth/',
  loginPrefix: '/api-auth/',
  oidcIssuer: undefined,
  passwordLogin: true,
  securityContact: ['mailto:security@example.com'],
});
const { Language, Style, SnippetInput, SnippetForm } = specification.components.schemas;

describe('openapi.yaml', () => {
  it('has reverse names that are unique, and names each that it refers to', () => {
    const names = endpoints.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const [, , name] of JSON.stringify(source).matchAll(
      /"x-(path-of|preview|link)":(?:\{"to":)?"([^"]+)"/g,
    ))
      assert.ok(names.includes(name ?? ''), name);
  });

  it('has the same fields in a form as in JSON, each as text', () => {
    assert.deepEqual(Object.keys(SnippetForm?.properties ?? {}), Object.keys(SnippetInput?.properties ?? {}));
    assert.deepEqual(SnippetForm?.required, SnippetInput?.required);
    for (const { type } of Object.values(SnippetForm?.properties ?? {})) assert.equal(type, 'string');
    const { language, style, linenos } = SnippetForm?.properties ?? {};
    for (const [schema, choices] of [
      [language, Language?.enum],
      [style, Style?.enum],
      [linenos, ['True', 'off', '1', 'n']],
    ] as const) {
      const isValid = (value: unknown) => makeSchemaCompiler()(schema ?? {})(value).length === 0;
      for (const choice of ['', ...(choices ?? [])]) assert.ok(isValid(choice), String(choice));
      for (const other of [' ', 'Pythonic', 'python ', 'c++', 'xc', '.']) assert.ok(!isValid(other), other);
    }
  });

  it('has the languages of the highlighter, by their canonical names', () => {
    assert.deepEqual(Language?.enum, hljs.listLanguages().sort());
    assert.deepEqual(languages, Language?.enum);
  });

  it('has the themes of highlight.js by their own names, and friendly', () => {
    const folder = join(
      dirname(createRequire(import.meta.url).resolve('highlight.js/package.json')),
      'styles',
    );
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const names = files.filter((file) => file.endsWith('.css') && !file.endsWith('.min.css'));
    assert.deepEqual(Style?.enum, [...names.map((name) => name.slice(0, -'.css'.length)), 'friendly'].sort());
  });
});
