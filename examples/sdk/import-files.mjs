// Stores the files that it is given as snippets. It can be started again after a failure: each file has a key of its own,
// so that none is stored twice within a day. BASE_URL, USERNAME and PASSWORD come from the environment.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { BadRequestError, basic, createClient } from 'snippet-store-sdk';

const { BASE_URL = 'http://127.0.0.1:8000', USERNAME = 'demo', PASSWORD = '' } = process.env;
const store = createClient({
  baseUrl: BASE_URL,
  auth: basic(USERNAME, PASSWORD),
  retries: 5,
  log: (event) => event.type === 'retry' && console.error(`again in ${Math.round(event.delay)} ms`),
});
const languages = { '.js': 'javascript', '.mjs': 'javascript', '.ts': 'typescript', '.py': 'python' };

for (const file of process.argv.slice(2)) {
  const code = await readFile(file, 'utf8');
  const title = basename(file);
  const idempotencyKey = createHash('sha256').update(`${title}\0${code}`).digest('hex');
  try {
    const { id } = await store.createSnippet(
      { code, title, language: languages[extname(file)] ?? 'plaintext' },
      { idempotencyKey },
    );
    console.log(`${title}: ${id}`);
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    console.log(`${title}: ${error.message}`);
  }
}
