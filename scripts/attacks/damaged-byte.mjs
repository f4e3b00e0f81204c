// Finding 6: a byte in the file of the embedded store that is no UTF-8.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { startService } from '../start-service.mjs';
import { ask, basic, JSON_TYPE } from './ask.mjs';
import { observe } from './observe.mjs';

const MARK = 'this text is damaged';

export async function damagedByte(report) {
  const service = await startService({
    async prepare({ folder, run }) {
      run(['users', 'create', 'alice', '--password-stdin'], 'a long password');
      const first = await startService({ env: { DATA_DIR: folder } });
      const headers = { ...basic('alice', 'a long password'), ...JSON_TYPE };
      await ask(`${first.url}/snippets/`, { headers, body: JSON.stringify({ title: MARK, code: MARK }) });
      await first.stop();
      damage(join(folder, 'snippet-store.sqlite'));
    },
  });
  try {
    for (const path of ['/snippets/1/', '/snippets/', '/users/']) {
      const { result, ...seen } = await observe(service, () =>
        ask(`${service.url}${path}`).catch(({ message }) => ({ status: message })),
      );
      const alive = service.ended() ? 'the process ended' : 'the process lives';
      report('6', `GET ${path} with a damaged byte: ${alive}`, String(result.status), seen);
    }
  } finally {
    await service.stop();
  }
}

function damage(path) {
  const database = new Database(path);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  const content = readFileSync(path);
  for (let at = content.indexOf(MARK); at >= 0; at = content.indexOf(MARK, at + 1)) content[at] = 0xff;
  writeFileSync(path, content);
}
