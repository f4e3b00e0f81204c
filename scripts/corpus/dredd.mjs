// dredd on a service of the corpus, without hooks: as it comes.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const DREDD = fileURLToPath(new URL('../../test/contract/dredd/node_modules/.bin/dredd', import.meta.url));
const LIMIT = 3 * 60_000;

/** @returns {Promise<string[]>} the transactions that fail */
export async function runDredd(service, fault) {
  const folder = await mkdtemp(join(tmpdir(), 'corpus-dredd-'));
  const running = await service.start(fault);
  try {
    const spec = join(folder, 'openapi.json');
    const text = service.spec
      ? await readFile(service.spec, 'utf8')
      : await (await fetch(`${running.url}/openapi.json`)).text();
    await writeFile(spec, JSON.stringify(withExamples(parse(text))));
    const url = `${running.url}${service.basePath ?? ''}`;
    const args = [spec, url, '--header', service.header ?? running.header, '--no-color'];
    const output = await new Promise((resolve) => {
      execFile(DREDD, args, { cwd: folder, timeout: LIMIT, maxBuffer: 2 ** 26 }, (_error, stdout, stderr) =>
        resolve(`${stdout}${stderr}`),
      );
    });
    return [
      ...new Set(
        [...output.matchAll(/^fail: (\S+ \([^)]*\) \S+|\S.*?) duration/gm)].map(
          ([, name]) => `dredd ${name}`,
        ),
      ),
    ];
  } finally {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** It makes no request at all while a required parameter has no example. */
function withExamples(node) {
  if (Array.isArray(node)) return node.map(withExamples);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withExamples(value)]));
  const isBare =
    ['path', 'query', 'header'].includes(node.in) && node.required === true && node.example === undefined;
  return isBare ? { ...inner, example: node.schema?.type === 'integer' ? 1 : 'example' } : inner;
}
