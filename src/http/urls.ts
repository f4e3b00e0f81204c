/** The reverse names of paths, by @koa/router: code makes links by names, because a deployment can move paths. */
import Router from '@koa/router';

/** Makes the path of a named route: `url('snippets:detail', { id: 7 })` is `/snippets/7/`. */
export type Url = (name: string, parameters?: Readonly<Record<string, string | number>>) => string;

/** @param named each name with its path, whose parameters are in braces */
export function makeUrl(named: readonly { readonly name: string; readonly path: string }[]): Url {
  const router = new Router();
  for (const { name, path } of named) router.register(path.replace(/\{([^{}]+)\}/g, ':$1'), [], [], { name });
  // A page asks for the paths of twenty assets, and the router compiles a path each time.
  const known = new Map<string, string>();

  return function url(name, parameters) {
    const made = (parameters === undefined && known.get(name)) || router.url(name, parameters ?? {});
    if (made instanceof Error) throw made;
    if (parameters === undefined) known.set(name, made);
    return made;
  };
}
