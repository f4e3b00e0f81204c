// Writes schemas into openapi.yaml that follow from others: with `x-form-of: Name` the form of the JSON schema Name, with
// `x-or-blank: Name` the choices of Name and the empty text.
// @ts-check

import { parse, stringify } from 'yaml';
import { ContractError } from './contract-error.mjs';
import { resolve } from './document.mjs';

/** The words of a checkbox, in any case; blank counts as not given (src/pipeline/validation/parameter-validator.ts). */
const BOOLEAN = ['t', 'true', 'y', 'yes', 'on', '1', 'f', 'false', 'n', 'no', 'off', '0', ''];

/** Of a line of choices, without its indentation. */
const WIDTH = 108;

const INTEGER = '^(-?[0-9]+)?$';
const NUMBER = '^(-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?)?$';

/**
 * @param {string} text openapi.yaml
 * @param {any} [specification] the same, parsed
 * @returns {string} the text with the schemas of forms brought up to date; other lines stay as they are
 */
export function writeForms(text, specification = parse(text)) {
  const schemas = Object.entries(specification.components.schemas);
  return schemas.reduce((written, [name, schema]) => {
    if (schema['x-form-of']) return replaceSchema(written, name, formOf(schema, specification));
    return schema['x-or-blank'] ? replaceSchema(written, name, orBlank(schema, specification)) : written;
  }, text);
}

/** @param {any} schema of which the description stays @param {any} specification */
function orBlank({ 'x-or-blank': source, description }, specification) {
  const { enum: choices, example } = specification.components.schemas[source] ?? {};
  if (!choices)
    throw new ContractError(`openapi.yaml: x-or-blank: ${source} is not the name of a schema with an enum.`);
  return { 'x-or-blank': source, type: 'string', description, example, enum: ['', ...choices] };
}

/** @param {string} source a schema with an enum @param {any} specification @returns {string} its schema that may be blank */
function blankNameOf(source, specification) {
  const [name] =
    Object.entries(specification.components.schemas).find(([, schema]) => schema['x-or-blank'] === source) ??
    [];
  if (name) return name;
  throw new ContractError(
    `openapi.yaml: add the schema ${source}OrBlank: { x-or-blank: ${source} } for the form.`,
  );
}

/** @param {any} form the form's schema, of which the description stays @param {any} specification */
function formOf({ 'x-form-of': source, description }, specification) {
  const json = specification.components.schemas[source];
  if (!json?.properties)
    throw new ContractError(`openapi.yaml: x-form-of: ${source} is not the name of an object schema.`);
  const { required = [], properties } = json;
  return {
    'x-form-of': source,
    type: 'object',
    description,
    required,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        formField(`${source}.${name}`, field, specification),
      ]),
    ),
  };
}

/** In a form every value is text. @param {string} where @param {any} field @param {any} specification */
function formField(where, field, specification) {
  const choice = (field.allOf ?? [field]).find(
    (/** @type {any} */ branch) => resolve(specification, branch)?.enum,
  );
  if (choice?.$ref)
    return {
      description: noteOf(field, 'Blank is the default.'),
      ...exampleOf(field),
      allOf: [{ $ref: `#/components/schemas/${blankNameOf(choice.$ref.split('/').at(-1), specification)}` }],
    };
  switch (resolve(specification, field).type) {
    case 'boolean':
      return {
        type: 'string',
        description: noteOf(field, 'A checkbox: blank or absent is no.'),
        example: 'on',
        pattern: anyCase(BOOLEAN),
      };
    case 'integer':
      return { ...numberField(field), pattern: INTEGER };
    case 'number':
      return { ...numberField(field), pattern: NUMBER };
    case 'string': {
      const { default: _default, title: _title, 'x-search': _search, ...kept } = field;
      if (!kept.enum) return kept;
    }
  }
  throw new ContractError(
    `openapi.yaml: a form cannot hold ${where}. Use string, boolean, integer, number, or a $ref to a schema with an enum ` +
      '(scripts/generate/forms.mjs).',
  );
}

/** @param {any} field */
function numberField(field) {
  return { type: 'string', description: noteOf(field, 'Blank is not given.'), ...exampleOf(field) };
}

/** @param {any} field @returns its example as a form sends it */
const exampleOf = ({ example }) => (example === undefined ? {} : { example: String(example) });

/** @param {any} field @param {string} note */
const noteOf = ({ description }, note) => [description, note].filter(Boolean).join(' ');

/** A pattern of these words whatever their case: JSON Schema has no flag for that. @param {string[]} words */
function anyCase(words) {
  const either = (/** @type {string} */ letter) =>
    /[a-z]/.test(letter) ? `[${letter.toUpperCase()}${letter}]` : letter;
  return `^(${words.map((word) => [...word].map(either).join('')).join('|')})$`;
}

/** Replaces the lines of one schema. @param {string} text @param {string} name @param {any} schema */
function replaceSchema(text, name, schema) {
  const lines = text.split('\n');
  const schemas = lines.indexOf('  schemas:');
  const start = lines.findIndex((line, i) => i > schemas && line.startsWith(`    ${name}:`));
  const next = lines.findIndex((line, i) => i > start && /^ {0,4}\S/.test(line));
  const end = next === -1 ? lines.length : next;
  const { enum: choices, ...rest } = schema;
  const options = /** @type {const} */ ({ version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
  const written =
    stringify({ [name]: rest }, options) + (choices ? `  enum:\n${wrap(choices, options)}` : '');
  const [head = '', ...body] = written.trimEnd().split('\n');
  const note = '      # Written by `npm run generate`: only the description may be edited.';
  lines.splice(start, end - start, `    ${head}`, note, ...body.map((line) => `    ${line}`));
  if (lines.at(-1) !== '') lines.push('');
  return lines.join('\n');
}

/** Long lists of choices in full lines. @param {string[]} choices @param {import('yaml').ToStringOptions} options */
function wrap(choices, options) {
  const lines = [''];
  for (const choice of choices) {
    const word = `${stringify(choice, options).trim()}, `;
    if ((lines.at(-1) ?? '').length + word.length > WIDTH) lines.push('');
    lines[lines.length - 1] += word;
  }
  return `    [\n${lines.map((line) => `      ${line.trimEnd()}\n`).join('')}    ]`;
}
