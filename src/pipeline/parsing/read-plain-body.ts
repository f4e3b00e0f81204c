/** Reads a body that has no content coding, with koa-body. */
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';

/** koa-body as a reader of bytes: `binary` keeps one character per byte, and no parser of its own runs. */
export function makePlainReader(mediaTypes: readonly string[], maxBytes: number) {
  const read = koaBody({
    text: true,
    textTypes: [...mediaTypes],
    textLimit: maxBytes,
    encoding: 'binary',
    json: false,
    urlencoded: false,
    multipart: false,
    parsedMethods: Object.values(HttpMethodEnum),
  });
  return async (ctx: Context): Promise<Buffer> => {
    await read(ctx, async () => undefined);
    return Buffer.from(String(ctx.request.body ?? ''), 'binary');
  };
}
