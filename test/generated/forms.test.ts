// The schemas of forms follow from the JSON schemas, so that a field is declared once.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
// A script in JavaScript, whose types TypeScript does not read here.
const { writeForms } = (await import(`${root}/scripts/generate/forms.mjs`)) as {
  writeForms(text: string): string;
};
const contract = await readFile(`${root}/openapi.yaml`, 'utf8');

/** The form's field that follows from a new field of SnippetInput. */
function formFieldOf(field: string): unknown {
  const added = contract.replace(
    /( {4}SnippetInput:\n[\s\S]*?\n {6}properties:\n)/,
    `$1        added: ${field}\n`,
  );
  assert.notEqual(added, contract);
  return parse(writeForms(added)).components.schemas.SnippetForm.properties.added;
}

describe('the schema of a form', () => {
  for (const [name, field, expected] of [
    [
      'a text with its limits and without its default',
      '{ type: string, maxLength: 5, pattern: "^a", default: a }',
      { type: 'string', maxLength: 5, pattern: '^a' },
    ],
    [
      'an integer as decimal digits or blank',
      '{ type: integer, description: How many., minimum: 1 }',
      { type: 'string', description: 'How many. Blank is not given.', pattern: '^(-?[0-9]+)?$' },
    ],
    [
      'a choice as the same choice or blank',
      '{ $ref: "#/components/schemas/Language" }',
      {
        description: 'Blank is the default.',
        allOf: [{ $ref: '#/components/schemas/LanguageOrBlank' }],
      },
    ],
  ] as const) {
    it(`has ${name}`, () => assert.deepEqual(formFieldOf(field), expected));
  }

  it('refuses a field that no form can hold, and names the field', () => {
    assert.throws(() => formFieldOf('{ type: array, items: { type: string } }'), /SnippetInput\.added/);
  });

  it('takes the place of what was typed on one line, also at the end of the file', () => {
    const text = `${contract.trimEnd()}\n    AddedForm: { x-form-of: SnippetInput }\n`;
    const { AddedForm, SnippetForm } = parse(writeForms(text)).components.schemas;
    const { description: _, ...form } = SnippetForm;
    assert.deepEqual(AddedForm, form);
    assert.equal(writeForms(writeForms(text)), writeForms(text));
  });

  it('changes no other line of openapi.yaml', () => {
    assert.equal(writeForms(contract), contract);
  });
});
