// The shared answers of an operation follow from it: an author of openapi.yaml types the successes alone.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Scripts in JavaScript, whose types TypeScript does not read here.
const { writeAnswers } = (await import(`${root}/scripts/generate/write-answers.mjs`)) as {
  writeAnswers(text: string): { text: string; changes: string[] };
};
const { SHARED } = (await import(`${root}/scripts/generate/answers.mjs`)) as { SHARED: string[] };
const contract = await readFile(`${root}/openapi.yaml`, 'utf8');

const REFERENCE = new RegExp(
  `^ {8}"[345]\\d\\d": \\{ \\$ref: "#/components/responses/(${SHARED.join('|')})" \\}\\n`,
  'gm',
);
const paths = contract.indexOf('\npaths:\n');
const components = contract.indexOf('\ncomponents:\n');

/** The paths of the contract, changed. */
function withPaths(change: (text: string) => string): string {
  return contract.slice(0, paths) + change(contract.slice(paths, components)) + contract.slice(components);
}

describe('the shared answers of openapi.yaml', () => {
  it('follow: a file without any of them is completed to the file as it is', () => {
    const bare = withPaths((text) => text.replace(REFERENCE, ''));
    assert.ok(contract.length - bare.length > 8000, 'there was much to remove');
    assert.equal(writeAnswers(bare).text, contract);
  });

  it('follow with Format and the headers of every answer', () => {
    const bare = withPaths((text) =>
      text
        .replace(/^ +- \{ \$ref: "#\/components\/parameters\/Format" \}\n/gm, '')
        .replace(/^ +(Allow|Idempotency-Replayed): \{ \$ref: .*\n/gm, '')
        // What is left without an entry goes, as an author would not have written it.
        .replace(/^( +)(headers|parameters):\n(?!\1 )/gm, ''),
    );
    assert.ok(contract.length - bare.length > 1000);
    assert.deepEqual(parse(writeAnswers(bare).text), parse(contract));
  });

  it('are complete: nothing is written into the file as it is', () => {
    const untouched = writeAnswers(contract);
    assert.deepEqual(untouched.changes, []);
    assert.equal(untouched.text, contract);
  });

  it('go where they cannot occur, and the change is named with its line', () => {
    const wrong = contract.replace(
      '        "404": { $ref: "#/components/responses/NotFound" }\n',
      '$&        "412": { $ref: "#/components/responses/PreconditionFailed" }\n',
    );
    const { text, changes } = writeAnswers(wrong);
    assert.equal(text, contract);
    const line = wrong.split('\n').findIndex((one) => one.includes('"412"')) + 1;
    assert.deepEqual(changes, [
      `openapi.yaml:${line}: - "412": { $ref: "#/components/responses/PreconditionFailed" }`,
    ]);
  });

  it('leave an answer of the operation’s own, comments, anchors and every other line', () => {
    const own = [
      '        # Only while the moon is full.',
      '        "503":',
      '          description: Closed for today.',
      '          headers: &closed',
      '            Allow: { $ref: "#/components/headers/Allow" }',
      '            Cache-Control: { $ref: "#/components/headers/NoStore" }',
      '',
    ].join('\n');
    const changed = contract.replace(
      /^ {8}"503": \{ \$ref: "#\/components\/responses\/ServiceUnavailable" \}\n/m,
      own,
    );
    assert.ok(changed.includes('moon'));
    const { text, changes } = writeAnswers(changed);
    assert.deepEqual(changes, []);
    assert.equal(text, changed);
  });

  it('are written for a new operation of which only the success is typed', () => {
    const path = [
      '  /example-of-a-new-path/:',
      '    summary: Example List',
      '    x-name: examples',
      '    x-browsable: true',
      '    x-permissions: [AllowAny]',
      '    x-throttle-scope: api',
      '    get:',
      '      operationId: listExamples',
      '      tags: [snippets]',
      '      summary: List the examples',
      '      security: *reading',
      '      responses:',
      '        "200":',
      '          description: The examples.',
      '          content:',
      '            application/json:',
      '              schema: { type: array, items: { $ref: "#/components/schemas/Language" } }',
      '',
    ].join('\n');
    const added = `${contract.slice(0, components)}\n${path}${contract.slice(components)}`;
    const { get } = parse(writeAnswers(added).text).paths['/example-of-a-new-path/'];
    assert.deepEqual(get.parameters, [{ $ref: '#/components/parameters/Format' }]);
    assert.deepEqual(Object.keys(get.responses['200'].headers), ['Allow', 'Cache-Control']);
    const answers = Object.entries(get.responses as Record<string, { $ref?: string }>).slice(1);
    assert.deepEqual(
      answers.map(([status, { $ref }]) => `${status} ${$ref?.split('/').at(-1)}`),
      [
        '400 InvalidHost',
        '401 Unauthorized',
        '403 Forbidden',
        '404 NotFound',
        '406 NotAcceptable',
        '429 TooManyRequests',
        '500 InternalServerError',
        '503 ServiceUnavailable',
      ],
    );
  });

  it('are not written into a file that cannot be read, and the line of the fault is named', () => {
    const lines = contract.split('\n');
    const at = lines.indexOf('    get:');
    const broken = lines.with(at, '   get: [').join('\n');
    assert.throws(() => writeAnswers(broken), /^ContractError|openapi\.yaml:\d+: /);
    const flow = contract.replace(
      /( {6}responses:\n) {8}"200":[\s\S]*?(?=\n {2}\/snippets\/:)/,
      '      responses: {}',
    );
    assert.throws(() => writeAnswers(flow), /openapi\.yaml:\d+: write the responses as a block/);
  });
});
