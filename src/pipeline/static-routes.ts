/** The few paths outside the contract, and the reverse names of all paths, by @koa/router. */
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Endpoint } from '../contract/contract.js';
import { NotFound } from '../errors/index.js';
import type { ApiRequest, RenderedAnswer } from '../http/api-request.js';

/** Makes the path of a named route: `url('snippets:detail', { id: 7 })` is `/snippets/7/`. */
export type Url = (name: string, parameters?: Readonly<Record<string, string | number>>) => string;

export interface StaticRoute {
  /** undefined: nothing links to it. */
  readonly name: string | undefined;
  readonly path: string;
  answer(ctx: Context): RenderedAnswer | Promise<RenderedAnswer>;
}

/** A page of another release asks for assets of another version, which no literal path names. */
const ASSETS = '/assets/';

/** @param endpoints the router names them and does not serve them */
export function makeStaticRoutes(routes: readonly StaticRoute[], endpoints: readonly Endpoint[]) {
  const router = new Router();
  for (const { name, path, answer } of routes) {
    const serve: Middleware = async (ctx) => {
      ctx.state.answer = await answer(ctx);
    };
    if (name === undefined) router.get(path, serve);
    else router.get(name, path, serve);
  }
  const paths = new Set(routes.map(({ path }) => path));
  for (const { name, path } of endpoints)
    router.register(path.replace(/\{([^{}]+)\}/g, ':$1'), [], [], { name });
  // The router itself adds what its type asks of the context.
  const dispatch = router.routes() as Middleware;
  // A page asks for the paths of twenty assets, and the router compiles a path each time.
  const known = new Map<string, string>();

  const url: Url = (name, parameters) => {
    const made = (parameters === undefined && known.get(name)) || router.url(name, parameters ?? {});
    if (made instanceof Error) throw made;
    if (parameters === undefined) known.set(name, made);
    return made;
  };

  return {
    url,
    has: (path: string) => path.startsWith(ASSETS) || paths.has(path),
    /** @throws NotFound */
    async answer({ ctx }: ApiRequest): Promise<RenderedAnswer> {
      await dispatch(ctx, async () => undefined);
      if (ctx.state.answer === undefined) throw new NotFound();
      return ctx.state.answer;
    },
  };
}
