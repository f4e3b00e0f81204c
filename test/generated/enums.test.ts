// The choice lists of the contract are the highlighter's own.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import hljs from 'highlight.js';
import { readSpecification } from '#src/contract/read-specification.js';
import { languages } from '#src/highlighting/languages.js';

const { Language, Style } = readSpecification().components.schemas;

it('openapi.yaml has the languages of the highlighter, by their canonical names', () => {
  assert.deepEqual(Language?.enum, hljs.listLanguages().sort());
  assert.deepEqual(languages, Language?.enum);
  assert.equal(languages.length, 193);
});

it('openapi.yaml has the themes of highlight.js by their own names, and friendly', () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('highlight.js/package.json')), 'styles');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const names = files.filter((file) => file.endsWith('.css') && !file.endsWith('.min.css'));
  assert.deepEqual(Style?.enum, [...names.map((name) => name.slice(0, -'.css'.length)), 'friendly'].sort());
});
