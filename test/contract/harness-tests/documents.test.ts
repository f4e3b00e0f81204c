/** Documents in several files, and large ones. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readDocument } from '../harness/document/read-document.js';
import { checkSchemas, makeValidators } from '../harness/document/validators.js';

describe('a document', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'contract-documents-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  it('may refer to files, which may refer to each other', async () => {
    await write('colors.yaml', 'Color: { type: string, enum: [red, blue] }');
    await write(
      'parts.yaml',
      `Room: { type: object, required: [name], properties: {
         name: { $ref: '#/Name' }, color: { $ref: 'colors.yaml#/Color' }, next: { $ref: 'main.yaml#/components/schemas/Id' } } }
Name: { type: string, maxLength: 3 }`,
    );
    const main = await write(
      'main.yaml',
      `openapi: 3.0.3
info: { title: Parts, version: '1' }
paths:
  /rooms: { get: { responses: { '200': { content: { application/json: { schema: { $ref: 'parts.yaml#/Room' } } } } } } }
components: { schemas: { Id: { type: integer } } }`,
    );
    const document = await readDocument(main);
    assert.deepEqual(document.warnings, []);
    const { schema = {}, pointer = '' } = document.operations[0]?.responses['200']?.content[0] ?? {};
    const validators = makeValidators();
    checkSchemas(document, validators);
    assert.equal(validators.received(schema)({ name: 'abc', color: 'red', next: 1 }).length, 0);
    const broken = validators.explainReceived(schema, pointer, { name: 'abcd', color: 'green', next: 'x' });
    assert.deepEqual(broken.map(({ path }) => path).sort(), ['/color', '/name', '/next']);
    const [name] = broken.filter(({ path }) => path === '/name');
    assert.equal(name?.pointer, `${join(folder, 'parts.yaml')}#/Name/maxLength`);
  });

  it('names a file that it refers to and that is not there, and leaves the schema open', async () => {
    const main = await write(
      'lonely.yaml',
      `openapi: 3.0.3
paths: { /a: { get: { responses: { '200': { content: { application/json: { schema: { $ref: 'none.yaml#/A' } } } } } } } }`,
    );
    const { warnings } = await readDocument(main);
    assert.match(warnings.join('\n'), /none\.yaml cannot be read/);
  });

  for (const [language, head] of [
    ['JSON', ''],
    ['YAML', '# YAML\n'],
  ]) {
    it(`may be large, in ${language}`, { timeout: 60_000 }, async () => {
      const size = 90;
      const main = await write('large', `${head}${JSON.stringify(large(size))}`);
      const before = process.cpuUsage();
      const document = await readDocument(main);
      checkSchemas(document, makeValidators());
      const { user } = process.cpuUsage(before);
      assert.equal(document.operations.length, size);
      assert.ok(user / 1e6 < 5, `${(user / 1e6).toFixed(1)} s of processor time`);
    });
  }
});

/** With 900 operations about 13 MB. */
function large(count: number): object {
  const field = (index: number) => ({
    type: 'string',
    description: `Says something of the resource: field ${index}.`,
  });
  const object = (at: number) => ({
    type: 'object',
    properties: {
      ...Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field${index}`, field(index)])),
      next: { $ref: `#/components/schemas/S${(at * 7 + 1) % count}` },
    },
  });
  const numbers = Array.from({ length: count }, (_, index) => index);
  const operation = (index: number) => ({
    get: {
      responses: {
        200: { content: { 'application/json': { schema: { $ref: `#/components/schemas/S${index}` } } } },
      },
    },
  });
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(numbers.map((index) => [`/r${index}`, operation(index)])),
    components: { schemas: Object.fromEntries(numbers.map((index) => [`S${index}`, object(index)])) },
  };
}
