/** Serves the style sheets and scripts of pages and of the explorer, at URLs that change with their content. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { implementationOf } from '../../../pipeline/compression/codings.js';
import { contentEtag, matchedTag } from '../../../pipeline/conditional-requests/etag.js';
import { acceptedCodings, type ContentCoding } from '../../../pipeline/content-coding.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file, read once and compressed once in each coding: when a client first asks for it. */
class Asset {
  readonly name: string;
  readonly type: string;
  readonly #path: string | URL;
  #content: Buffer | undefined;
  #etag: string | undefined;
  readonly #coded = new Map<ContentCoding, Promise<Buffer>>();

  constructor(name: string, path: string | URL) {
    this.name = name;
    this.type = TYPES[extname(name)] ?? 'application/octet-stream';
    this.#path = path;
  }

  get content(): Buffer {
    this.#content ??= readFileSync(this.#path);
    return this.#content;
  }

  get etag(): string {
    this.#etag ??= contentEtag(this.content);
    return this.#etag;
  }

  coded(coding: ContentCoding): Promise<Buffer> {
    const coded = this.#coded.get(coding) ?? implementationOf(coding).compressWell(this.content);
    this.#coded.set(coding, coded);
    return coded;
  }
}

const FOLDER = new URL('../../../../assets/', import.meta.url);

/** Files of the package swagger-ui-dist. */
const EXPLORER = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** The content at such a URL never changes. */
const A_YEAR = 'max-age=31536000, immutable';
/** During an update, pages of the other release ask for the assets of their version. */
const COMPARED = 'no-cache';

/** Each gets a reverse name: `assets:browsable.css`. */
export function serveAssets(router: Router): void {
  const own = readOwn();
  serve(router, versionOf(own), own);
  const { resolve } = createRequire(import.meta.url);
  const { version } = JSON.parse(readFileSync(resolve('swagger-ui-dist/package.json'), 'utf8'));
  const explorer = EXPLORER.map((name) => new Asset(name, resolve(`swagger-ui-dist/${name}`)));
  serve(router, `swagger-ui-${version}`, explorer);
}

const readOwn = () =>
  readdirSync(FOLDER)
    .sort()
    .map((name) => new Asset(name, new URL(name, FOLDER)));

/** One version for the whole folder, so that its scripts import each other by relative names. */
function versionOf(assets: readonly Asset[]): string {
  const hash = createHash('sha256');
  for (const { name, content } of assets) hash.update(name).update(content);
  return hash.digest('hex').slice(0, 12);
}

function serve(router: Router, version: string, assets: readonly Asset[]): void {
  for (const asset of assets) {
    router.get(`assets:${asset.name}`, `/assets/${version}/${asset.name}`, (ctx) => send(ctx, asset, A_YEAR));
    router.get(`/assets/:version/${asset.name}`, (ctx) => send(ctx, asset, COMPARED));
  }
}

async function send(ctx: Context, asset: Asset, cacheControl: string): Promise<void> {
  ctx.status = 200;
  ctx.set({ 'Cache-Control': cacheControl, ETag: asset.etag });
  const unchanged = matchedTag(ctx.headers, asset.etag);
  if (unchanged !== undefined) {
    ctx.status = 304;
    ctx.set('ETag', unchanged);
    return;
  }
  ctx.set('Content-Type', asset.type);
  const [best = 'identity'] = acceptedCodings(ctx.headers['accept-encoding']);
  if (best !== 'identity') ctx.set('Content-Encoding', best);
  ctx.body = best === 'identity' ? asset.content : await asset.coded(best);
}

/** The names of all scripts that a script imports, directly or not. A page asks for all of them at once. */
export function importsOf(name: string): readonly string[] {
  const found = new Set<string>();
  const visit = (script: string) => {
    const text = readFileSync(new URL(script, FOLDER), 'utf8');
    for (const line of text.split('\n')) {
      const [, imported] = /^import [^']*'\.\/([\w-]+\.js)';$/.exec(line) ?? [];
      if (imported === undefined || found.has(imported)) continue;
      found.add(imported);
      visit(imported);
    }
  };
  visit(name);
  return [...found];
}
