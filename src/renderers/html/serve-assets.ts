/** Serves the style sheets and scripts of pages, those of the explorer, and the workflows, at URLs that change. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { NotFound } from '../../errors/index.js';
import type { AnswerAsset, RenderedAnswer } from '../../http/answer.js';
import type { ApiRequest } from '../../http/api-request.js';
import { acceptedCodings, type Coding, codedTag, encode } from '../../http/codings.js';
import { contentEtag, matchedTag } from '../../http/etag.js';

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

export interface Assets {
  /** The reverse names: `assets:pages.css`. */
  readonly named: readonly { readonly name: string; readonly path: string }[];
  /** undefined: the path is none of an asset. */
  find(path: string): AnswerAsset | undefined;
}

let made: Assets | undefined;

/** Applications of one process share the compressed files. */
export function loadAssets(): Assets {
  made ??= makeAssets();
  return made;
}

function makeAssets(): Assets {
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
  const current = versionOf(own);
  const all = [
    ...own.map((asset) => ({ asset, version: current })),
    ...explorer.map((asset) => ({ asset, version: `${current}-${version}` })),
  ];
  const byName = new Map(all.map((entry) => [entry.asset.name, entry]));
  return {
    named: all.map(({ asset: { name }, version }) => ({
      name: `assets:${name}`,
      path: `/assets/${version}/${name}`,
    })),
    find(path) {
      const [, asked, name] = /^\/assets\/([^/]*)\/(.*)$/.exec(path) ?? [];
      if (name === undefined) return undefined;
      const found = byName.get(name);
      return async (request) => {
        const isRead = request.method === 'GET' || request.method === 'HEAD';
        if (!found || !isRead) throw new NotFound();
        return answerWith(found.asset, asked === found.version ? A_YEAR : COMPARED, request);
      };
    },
  };
}

/** One version for the whole folder, so that its scripts import each other by relative names. */
function versionOf(assets: readonly Asset[]): string {
  const hash = createHash('sha256');
  for (const { name, content } of assets) hash.update(name).update(content);
  return hash.digest('hex').slice(0, 12);
}

async function answerWith(asset: Asset, cacheControl: string, request: ApiRequest): Promise<RenderedAnswer> {
  const { ctx } = request;
  request.vary('Accept-Encoding');
  const common = { 'Cache-Control': cacheControl, ETag: asset.etag };
  const unchanged = matchedTag(ctx, asset.etag);
  if (unchanged !== undefined) return { status: 304, headers: { ...common, ETag: unchanged }, body: null };
  const [best] = acceptedCodings(ctx);
  const typed = { ...common, 'Content-Type': asset.type };
  if (best === undefined) return { status: 200, headers: typed, body: asset.content };
  const headers = { ...typed, ETag: codedTag(asset.etag, best), 'Content-Encoding': best };
  return { status: 200, headers, body: await asset.coded(best) };
}
