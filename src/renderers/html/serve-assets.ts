/** Serves the style sheets and scripts of pages, those of the explorer, and the workflows, at URLs that change. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import type { Context } from 'koa';
import type { RenderedAnswer } from '../../http/api-request.js';
import { acceptedCodings, type Coding, codedTag, encode } from '../../pipeline/compression.js';
import { contentEtag, matchedTag } from '../../pipeline/conditional-requests.js';
import type { StaticRoute } from '../../pipeline/static-routes.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.yaml': 'application/yaml',
};

/** Files, read once and compressed once in each coding: when a client first asks for them. */
class Asset {
  readonly name: string;
  readonly type: string;
  readonly #paths: readonly (string | URL)[];
  #content: Buffer | undefined;
  #etag: string | undefined;
  readonly #coded = new Map<Coding, Promise<Buffer>>();

  /** @param paths one after the other: a request takes longer than its bytes */
  constructor(name: string, ...paths: readonly (string | URL)[]) {
    this.name = name;
    this.type = TYPES[extname(name)] ?? 'application/octet-stream';
    this.#paths = paths;
  }

  get content(): Buffer {
    this.#content ??= Buffer.concat(this.#paths.map((path) => readFileSync(path)));
    return this.#content;
  }

  get etag(): string {
    this.#etag ??= contentEtag(this.content);
    return this.#etag;
  }

  coded(coding: Coding): Promise<Buffer> {
    const coded = this.#coded.get(coding) ?? encode(this.content, coding, true);
    this.#coded.set(coding, coded);
    return coded;
  }
}

const FOLDER = new URL('../../../assets/', import.meta.url);

/** The content at such a URL never changes. */
const A_YEAR = 'max-age=31536000, immutable';
/** During an update, pages of the other release ask for the assets of their version. */
const COMPARED = 'no-cache';

let made: readonly StaticRoute[] | undefined;

/** Each gets a reverse name: `assets:browsable.css`. Applications of one process share the compressed files. */
export function assetRoutes(): readonly StaticRoute[] {
  made ??= makeRoutes();
  return made;
}

function makeRoutes(): readonly StaticRoute[] {
  const own = readdirSync(FOLDER)
    .sort()
    .map((name) => new Asset(name, new URL(name, FOLDER)));
  own.push(new Asset('arazzo.yaml', new URL('../arazzo.yaml', FOLDER)));
  const { resolve } = createRequire(import.meta.url);
  const { version } = JSON.parse(readFileSync(resolve('swagger-ui-dist/package.json'), 'utf8'));
  const swagger = (name: string) => resolve(`swagger-ui-dist/${name}`);
  const explorer = [
    new Asset('explorer.css', new URL('pages.css', FOLDER), swagger('swagger-ui.css')),
    new Asset('explorer.js', swagger('swagger-ui-bundle.js'), new URL('try.js', FOLDER)),
  ];
  return [...routesOf(versionOf(own), own), ...routesOf(`${versionOf(own)}-${version}`, explorer)];
}

/** One version for the whole folder, so that its scripts import each other by relative names. */
function versionOf(assets: readonly Asset[]): string {
  const hash = createHash('sha256');
  for (const { name, content } of assets) hash.update(name).update(content);
  return hash.digest('hex').slice(0, 12);
}

function routesOf(version: string, assets: readonly Asset[]): readonly StaticRoute[] {
  return assets.flatMap((asset) => [
    {
      name: `assets:${asset.name}`,
      path: `/assets/${version}/${asset.name}`,
      answer: (ctx) => answerWith(asset, A_YEAR, ctx),
    },
    {
      name: undefined,
      path: `/assets/:version/${asset.name}`,
      answer: (ctx) => answerWith(asset, COMPARED, ctx),
    },
  ]);
}

async function answerWith(asset: Asset, cacheControl: string, ctx: Context): Promise<RenderedAnswer> {
  const common = { 'Cache-Control': cacheControl, ETag: asset.etag };
  const unchanged = matchedTag(ctx, asset.etag);
  if (unchanged !== undefined) return { status: 304, headers: { ...common, ETag: unchanged }, body: null };
  const [best] = acceptedCodings(ctx);
  const typed = { ...common, 'Content-Type': asset.type };
  if (best === undefined) return { status: 200, headers: typed, body: asset.content };
  const headers = { ...typed, ETag: codedTag(asset.etag, best), 'Content-Encoding': best };
  return { status: 200, headers, body: await asset.coded(best) };
}
