/** Version 3: the highlighted HTML of all snippets is compressed. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { byId } from '../by-id.js';
import type { Collections } from '../definitions.js';

const compress = promisify(gzip);

export async function compressHtml({ snippets }: Pick<Collections, 'snippets'>): Promise<void> {
  const ids = byId((after, limit) =>
    snippets.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit, projection: { _id: 1 } }).toArray(),
  );
  for await (const { _id } of ids) {
    // One at a time: each may have megabytes.
    const found = await snippets.findOne({ _id }, { projection: { highlighted: 1, version: 1 } });
    if (found?.highlighted === undefined) continue;
    const highlightedGzip = await compress(found.highlighted);
    // The version, and so the ETag, stays. A save in the meantime stores its own HTML.
    await snippets.updateOne(
      { _id, version: found.version },
      { $set: { highlightedGzip }, $unset: { highlighted: '' } },
    );
  }
}
