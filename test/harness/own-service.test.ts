/** The service of this project, with something between that changes texts as careless services do: each is found. */
import assert from 'node:assert/strict';
import { request as ask } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { serve } from '../contract/serve.js';
import { type ContractService, startService } from '../contract/start-service.js';
import { runContract } from './run-harness.js';

type Change = (text: string) => string;

/** What happens to `code`, and to `title`, in one run. */
const CHANGES: readonly (readonly [string, Change, string, Change])[] = [
  ['lower-cases', (text) => text.toLowerCase(), 'trims', (text) => text.trim()],
  ['writes LF in', (text) => text.replaceAll('\r\n', '\n'), 'composes', (text) => text.normalize('NFC')],
  [
    ...(['loses the last end of a line of', (text: string) => text.replace(/\r?\n$/, '')] as const),
    ...(['loses a byte order mark of', (text: string) => text.replace(/^\ufeff/, '')] as const),
  ],
];

describe('this service', () => {
  let service: ContractService;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  const hold = async (changes: Readonly<Record<string, Change>>) => {
    const between = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', url = '', headers } = request;
      const body = changed(Buffer.concat(chunks), changes);
      const { 'content-length': _length, ...kept } = headers;
      const asked = ask(service.url + url, { method, headers: kept }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      asked.end(body);
    });
    const paths = ['--include-path', '/snippets/', '--include-path', '/snippets/{id}/'];
    const only = ['--phases', 'stateful', '--checks', 'stored_data_conformance', '--seed', '1'];
    const run = await runContract(['--url', between.url, '--auth', service.auth, ...paths, ...only]);
    await between.close();
    return run;
  };

  for (const [one, code, other, title] of CHANGES)
    it(`that ${one} code and ${other} titles has both findings`, async () => {
      const { findings, output } = await hold({ code, title });
      for (const name of ['/code', '/title'])
        assert.ok(
          findings.some(({ field }) => field === name),
          output,
        );
    });
});

function changed(bytes: Buffer, changes: Readonly<Record<string, Change>>): Buffer {
  try {
    const members = Object.entries(JSON.parse(bytes.toString())).map(([name, value]) => {
      const { [name]: change } = changes;
      return [name, change && typeof value === 'string' ? change(value) : value];
    });
    return Buffer.from(JSON.stringify(Object.fromEntries(members)));
  } catch {
    return bytes;
  }
}
