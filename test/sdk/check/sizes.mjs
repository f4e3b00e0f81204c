// What a program adds to a page by the SDK, minified and compressed; and what it would add by the SDKs of others.
// @ts-check
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { generateHeyApi } from './hey-api.mjs';
import { bundle, inPackage } from './tools.mjs';

const client = "createClient({ baseUrl: 'http://127.0.0.1', auth: basic('a', 'b') })";

/** Programs by name; the SDK's have a limit in bytes. */
const programs = {
  'one operation': {
    limit: 4_500,
    code: `import { createTransport } from 'snippet-store-sdk';
import { getSnippet } from 'snippet-store-sdk/operations';
export const snippet = createTransport({ baseUrl: 'http://127.0.0.1' }).call(getSnippet, { id: 1 });`,
  },
  'createClient with basic()': {
    limit: 6_000,
    code: `import { basic, createClient } from 'snippet-store-sdk';\nexport const store = ${client};`,
  },
  'everything that is exported': { limit: 7_000, code: "export * from 'snippet-store-sdk';" },
  'openai-node': { code: "import OpenAI from 'openai';\nexport const client = new OpenAI({ apiKey: 'x' });" },
  'stripe-node': { code: "import Stripe from 'stripe';\nexport const client = new Stripe('x');" },
  Octokit: { code: "import { Octokit } from 'octokit';\nexport const client = new Octokit();" },
  'openapi-fetch': {
    code: "import createClient from 'openapi-fetch';\nexport const client = createClient({ baseUrl: 'http://127.0.0.1' });",
  },
  'hey-api, one operation': {
    code: "import { getSnippet } from './hey-api/sdk.gen.ts';\nexport const snippet = getSnippet({ path: { id: 1 } });",
  },
  'hey-api, all': { code: "export * from './hey-api/sdk.gen.ts';" },
};

/** @param {string} project */
export async function* checkSizes(project) {
  generateHeyApi(inPackage('.', '../hey-api'));
  for (const [name, program] of Object.entries(programs)) {
    const folder = 'limit' in program ? project : inPackage('.', '..');
    const file = join(folder, 'size.mjs');
    await writeFile(file, program.code);
    const bundled = join(folder, 'size-bundle.mjs');
    bundle(file, bundled);
    const code = await readFile(bundled);
    const size = gzipSync(code, { level: 9 }).length;
    const limit = 'limit' in program ? program.limit : undefined;
    const said = `${code.length} bytes minified, ${size} compressed${limit ? `, at most ${limit}` : ''}`;
    yield { name, ok: limit === undefined || size <= limit, said };
  }
}
