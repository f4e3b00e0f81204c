// The contract as a product: what generators, explorers and readers of others need of it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

interface Schema {
  $ref?: string;
  description?: string;
  example?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
}

interface Contract {
  paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>;
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, Schema> };
}

const text = await readFile(fileURLToPath(new URL('../../openapi.yaml', import.meta.url)), 'utf8');
const contract: Contract = parse(text);

/** Every property of every schema, with its path; references are told where they lead. */
function* properties(schema: Schema, path: string): Generator<[path: string, property: Schema]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.$ref) continue;
    yield [`${path}.${name}`, property];
    yield* properties(property, `${path}.${name}`);
  }
  if (schema.items) yield* properties(schema.items, `${path}[]`);
  if (typeof schema.additionalProperties === 'object')
    yield* properties(schema.additionalProperties, `${path}{}`);
}

const schemas = Object.entries(contract.components.schemas);
const all = schemas.flatMap(([name, schema]) => [...properties(schema, name)]);

describe('the contract', () => {
  it('describes every schema and every property', () => {
    const silent = [...schemas, ...all].filter(([, { description }]) => !description).map(([path]) => path);
    assert.deepEqual(silent, []);
    assert.ok(all.length > 50, `${all.length} properties`);
  });

  it('has an example for every property, which its schema allows', () => {
    // Sentences of JSON Schema that OpenAPI adds are no rules; the format is the service's own.
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    ajv.addFormat('well-formed', (value) => value.isWellFormed());
    ajv.addFormat('password', true);
    ajv.addSchema({ $id: 'contract', components: contract.components });
    for (const [path, property] of all) {
      assert.ok('example' in property, `${path} has no example`);
      const local = JSON.parse(JSON.stringify(property).replaceAll('"#/components', '"contract#/components'));
      const validate = ajv.compile(local);
      assert.ok(validate(property.example), `${path}: ${ajv.errorsText(validate.errors)}`);
    }
  });

  it('has no component that nothing refers to', () => {
    const unused = Object.entries(contract.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, components]) => Object.keys(components).map((name) => `#/components/${kind}/${name}`))
      .filter((reference) => !text.includes(`"${reference}"`));
    assert.deepEqual(unused, []);
  });

  it('names Basic before the cookie wherever both are taken, as tools take the first', () => {
    for (const [path, item] of Object.entries(contract.paths)) {
      for (const [method, { security = [] }] of Object.entries(item)) {
        const names = security.flatMap(Object.keys);
        if (!names.includes('session')) continue;
        assert.ok(names.indexOf('basic') < names.indexOf('session'), `${method} ${path}`);
      }
    }
  });
});
