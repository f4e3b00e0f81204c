// What a program adds to a page by the SDK, minified and compressed; and what it would add by the SDKs of others.
// @ts-check
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inPackage } from './tools.mjs';

const client = "createClient({ baseUrl: 'http://127.0.0.1', auth: basic('a', 'b') })";

/** Programs by name; the SDK's have a limit in bytes. */
const programs = {
  'a standalone operation': {
    limit: 6_000,
    code: `import { createTransport, operations } from 'snippet-store-sdk';
export const snippet = createTransport({ baseUrl: 'http://127.0.0.1' }).call(operations.getSnippet, { id: 1 });`,
  },
  'createClient with basic()': {
    limit: 10_000,
    code: `import { basic, createClient } from 'snippet-store-sdk';\nexport const store = ${client};`,
  },
  everything: { limit: 10_000, code: "export * from 'snippet-store-sdk';" },
  'openai-node': { code: "import OpenAI from 'openai';\nexport const client = new OpenAI({ apiKey: 'x' });" },
  'stripe-node': { code: "import Stripe from 'stripe';\nexport const client = new Stripe('x');" },
  Octokit: { code: "import { Octokit } from 'octokit';\nexport const client = new Octokit();" },
  PocketBase: {
    code: "import PocketBase from 'pocketbase';\nexport const client = new PocketBase('http://127.0.0.1');",
  },
};

/** @param {string} project */
export async function* checkSizes(project) {
  for (const [name, program] of Object.entries(programs)) {
    const folder = 'limit' in program ? project : inPackage('.', '..');
    const file = join(folder, 'size.mjs');
    await writeFile(file, program.code);
    const options = ['--bundle', '--minify', '--format=esm', '--platform=browser', '--log-level=error'];
    const bundle = execFileSync(inPackage('@esbuild/linux-x64', 'bin/esbuild'), [file, ...options], {
      maxBuffer: 2 ** 26,
    });
    const size = gzipSync(bundle, { level: 9 }).length;
    const limit = 'limit' in program ? program.limit : undefined;
    const said = `${bundle.length} bytes minified, ${size} compressed${limit ? `, at most ${limit}` : ''}`;
    yield { name, ok: limit === undefined || size <= limit, said };
  }
}
