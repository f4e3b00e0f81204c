/** Serves the style sheets and scripts of pages and of the explorer. Each file is read once, when it is first asked for. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import type Router from '@koa/router';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const OWN = [
  'browsable.css',
  'browsable.js',
  // Imported by browsable.js.
  'announce.js',
  'close-menus.js',
  'form-request.js',
  'guess-language.js',
  'indent.js',
  'offer-guess.js',
  'picker.js',
  'rank-choices.js',
  'send-forms.js',
  'show-answer.js',
  'show-sample.js',
  'explorer.css',
  'explorer.js',
  // Imported by explorer.js.
  'name-credentials.js',
  'share-errors.js',
  'icon.svg',
];
/** Files of the package swagger-ui-dist. */
const EXPLORER = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Each gets a reverse name: `assets:browsable.css`. */
export function serveAssets(router: Router): void {
  const { resolve } = createRequire(import.meta.url);
  const files = [
    ...OWN.map((name) => [name, new URL(`../../../assets/${name}`, import.meta.url)] as const),
    ...EXPLORER.map((name) => [name, resolve(`swagger-ui-dist/${name}`)] as const),
  ];
  for (const [name, path] of files) {
    let file: Asset | undefined;
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    router.get(`assets:${name}`, `/assets/${name}`, (ctx) => {
      file ??= readAsset(path);
      const { content, etag } = file;
      ctx.status = 200;
      ctx.set({ 'Content-Type': type, 'Cache-Control': 'no-cache', ETag: etag });
      if (ctx.fresh) ctx.status = 304;
      else ctx.body = content;
    });
  }
}

interface Asset {
  readonly content: Buffer;
  readonly etag: string;
}

function readAsset(path: string | URL): Asset {
  const content = readFileSync(path);
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`;
  return { content, etag };
}
