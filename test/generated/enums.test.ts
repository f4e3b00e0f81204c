// The choice lists of the contract are the highlighter's own.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { languages } from '#src/highlighting/languages.js';
import { styles } from '#src/highlighting/styles.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { schemas } = parse(await readFile(`${root}/openapi.yaml`, 'utf8')).components;

describe('the choice lists of openapi.yaml', () => {
  it('have the languages of the highlighter', () => {
    assert.deepEqual(schemas.Language.enum, [...languages].sort());
  });

  it('have the styles of the highlighter, `friendly` among them', () => {
    assert.deepEqual(schemas.Style.enum, [...styles].sort());
    assert.ok(schemas.Style.enum.includes('friendly'));
  });
});
