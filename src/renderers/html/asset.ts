/** A style sheet, script or picture. It is read, and compressed in each coding, once: when it is first asked for. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { implementationOf } from '../../pipeline/compression/codings.js';
import { contentEtag } from '../../pipeline/conditional-requests/etag.js';
import type { ContentCoding } from '../../pipeline/content-coding.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export class Asset {
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
