// Runs one program with the packed SDK on every runtime, against the service.
// @ts-check
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { expected } from './program.mjs';
import { startFailingServer, startService } from './services.mjs';
import { binaries, bundle, root } from './tools.mjs';

const run = promisify(execFile);
const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html' };

/**
 * @param {string} project an empty project with the packed SDK
 * @returns {AsyncGenerator<{ name: string, ok: boolean, said?: string }>}
 */
export async function* checkRuntimes(project) {
  await copyFile(join(root, 'test/sdk/check/program.mjs'), join(project, 'program.mjs'));
  const pages = await servePages(project);
  const service = await startService(pages.url);
  const failing = await startFailingServer();
  try {
    const all = { ...commands(project), workerd: () => runWorkerd(project), ...browsers(pages.url) };
    for (const [name, start] of Object.entries(all)) {
      const username = name.replace(/\W+/g, '-');
      const password = await service.addUser(username);
      const settings = { baseUrl: service.baseUrl, failingUrl: failing.url, username, password };
      await writeFile(join(project, 'settings.mjs'), `export default ${JSON.stringify(settings)};\n`);
      const said = (await start().catch((error) => String(error))).trim();
      const ok = said === expected.join('\n').replace('NAME', username);
      yield ok ? { name, ok } : { name, ok, said };
    }
  } finally {
    failing.stop();
    pages.stop();
    await service.stop();
  }
}

/** @param {string} project @returns {Record<string, () => Promise<string>>} */
function commands(project) {
  const body = `
.then(async ([sdk, { exercise }, { default: settings }]) => console.log((await exercise(sdk, settings)).join('\\n')));`;
  const rest = `import('./program.mjs'), import('./settings.mjs')])${body}`;
  const programs = {
    'program-esm.mjs': `Promise.all([import('snippet-store-sdk'), ${rest}`,
    'program-cjs.cjs': `Promise.all([require('snippet-store-sdk'), ${rest}`,
  };
  const written = Promise.all(
    Object.entries(programs).map(([name, code]) => writeFile(join(project, name), code)),
  );
  /** @param {string} command @param {string[]} args */
  const start =
    (command, ...args) =>
    async () => {
      await written;
      const env = { ...process.env, DENO_DIR: join(project, 'deno'), DENO_NO_UPDATE_CHECK: '1' };
      return (await run(command, args, { cwd: project, env, timeout: 300_000 })).stdout;
    };
  const node = process.execPath;
  const version = process.versions.node.split('.')[0];
  const deno = [
    'run',
    '--no-prompt',
    '--node-modules-dir=manual',
    '--allow-net',
    '--allow-read',
    '--allow-env',
  ];
  return {
    [`Node ${version}, import`]: start(node, 'program-esm.mjs'),
    [`Node ${version}, require`]: start(node, 'program-cjs.cjs'),
    'Node 22': start(binaries.node22, 'program-esm.mjs'),
    'Node 24': start(binaries.node24, 'program-esm.mjs'),
    'Node 24, require': start(binaries.node24, 'program-cjs.cjs'),
    'Node 26': start(binaries.node26, 'program-esm.mjs'),
    Deno: start(binaries.deno, ...deno, 'program-esm.mjs'),
    Bun: start(binaries.bun, 'program-esm.mjs'),
    'Bun, require': start(binaries.bun, 'program-cjs.cjs'),
  };
}

/** @param {string} url where the pages are @returns {Record<string, () => Promise<string>>} */
function browsers(url) {
  /** @param {string} page */
  const open = (page) => async () => {
    const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';
    const browser = await chromium.launch({
      executablePath,
      args: ['--headless', '--no-sandbox', '--disable-gpu'],
    });
    try {
      const tab = await browser.newPage();
      await tab.goto(`${url}/${page}`);
      const result = tab.locator('pre');
      await result.waitFor({ timeout: 30_000 });
      return await result.innerText();
    } finally {
      await browser.close();
    }
  };
  return {
    'Chromium, page': open('page.html'),
    'Chromium, bundle': open('bundle.html'),
    'Chromium, worker': open('worker.html'),
  };
}

/**
 * As a Worker of Cloudflare, whose only module is a bundle: it tells every client what it has done.
 * @param {string} project
 */
async function runWorkerd(project) {
  const code = `import * as sdk from 'snippet-store-sdk';
import { exercise } from './program.mjs';
import settings from './settings.mjs';
export default { fetch: async () => new Response((await exercise(sdk, settings)).join('\\n')) };`;
  await writeFile(join(project, 'worker-entry.mjs'), code);
  bundle(join(project, 'worker-entry.mjs'), join(project, 'worker-bundle.mjs'));
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "main", esModule = embed "worker-bundle.mjs")],
      compatibilityDate = "2026-01-01")),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);`;
  await writeFile(join(project, 'worker.capnp'), config);
  // It tells its port on the third file descriptor.
  const worker = spawn(binaries.workerd, ['serve', '--control-fd=3', join(project, 'worker.capnp')], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  try {
    const [line] = await once(/** @type {import('node:stream').Readable} */ (worker.stdio[3]), 'data');
    const { port } = JSON.parse(String(line).split('\n')[0] ?? '');
    return await (await fetch(`http://127.0.0.1:${port}/`)).text();
  } finally {
    worker.kill();
  }
}

/** @param {string} project */
async function servePages(project) {
  const imports = `
import * as sdk from '/node_modules/snippet-store-sdk/esm/sdk/index.js';
import { exercise } from '/program.mjs';
import settings from '/settings.mjs';`;
  const show = `const show = (text) => { const pre = document.createElement('pre'); pre.textContent = text; document.body.append(pre); };`;
  const files = {
    '/page.html': `<!doctype html><body><script type="module">${imports}
${show} exercise(sdk, settings).then((lines) => show(lines.join('\\n')), (error) => show(String(error)));</script>`,
    '/bundle.html': '<!doctype html><body><script type="module" src="/page-bundle.mjs"></script>',
    '/worker.html': `<!doctype html><body><script type="module">
${show} new Worker('/worker.js', { type: 'module' }).onmessage = ({ data }) => show(data);</script>`,
    '/worker.js': `${imports}
exercise(sdk, settings).then((lines) => postMessage(lines.join('\\n')), (error) => postMessage(String(error)));`,
  };
  const made = new Map(Object.entries(files));
  const entry = imports.replaceAll(
    "'/node_modules/snippet-store-sdk/esm/sdk/index.js'",
    "'snippet-store-sdk'",
  );
  await writeFile(
    join(project, 'page-entry.mjs'),
    `${entry.replaceAll("'/", "'./")}
${show} exercise(sdk, settings).then((lines) => show(lines.join('\\n')), (error) => show(String(error)));`,
  );
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://any.invalid').pathname;
    // Each run has settings of its own.
    if (path === '/page-bundle.mjs')
      bundle(join(project, 'page-entry.mjs'), join(project, 'page-bundle.mjs'));
    const text = made.get(path) ?? (await readFile(join(project, path), 'utf8').catch(() => undefined));
    const type =
      Object.entries(types).find(([extension]) => extension === extname(path))?.[1] ?? 'text/plain';
    response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
    response.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
