// dredd on a service of the corpus, without hooks: as it comes.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DREDD = fileURLToPath(new URL('../../test/contract/dredd/node_modules/.bin/dredd', import.meta.url));
const LIMIT = 3 * 60_000;

/** @returns {Promise<string[]>} the transactions that fail */
export async function runDredd(service, fault) {
  const folder = await mkdtemp(join(tmpdir(), 'corpus-dredd-'));
  const running = await service.start(fault);
  try {
    const spec = join(folder, 'openapi.json');
    if (service.spec === undefined)
      await writeFile(spec, await (await fetch(`${running.url}/openapi.json`)).text());
    const args = [
      service.spec ?? spec,
      `${running.url}${service.basePath ?? ''}`,
      '--header',
      service.header ?? running.header,
      '--no-color',
    ];
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
