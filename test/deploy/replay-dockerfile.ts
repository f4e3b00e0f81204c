/** Carries out a Dockerfile without Docker: each stage is a folder, and RUN runs there on this machine's programs. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../docs/read-markdown.js';
import { type BuildInstruction, stagesOf } from './dockerfile.js';

export interface Image {
  /** The folder that stands for the image's root. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string | undefined;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** What base images bring, as far as the Dockerfile copies it. */
const BASE: Readonly<Record<string, string>> = { '/usr/local/bin/node': process.execPath };

/** @param folder an empty one */
export function replayDockerfile(file: string, folder: string): Image {
  const roots = new Map<string, string>();
  let image: Image | undefined;
  for (const [index, { name, instructions }] of stagesOf(file).entries()) {
    const root = join(folder, name ?? String(index));
    mkdirSync(root);
    if (name) roots.set(name, root);
    image = { root, workdir: '/', env: {}, user: undefined, entrypoint: [], command: [], healthcheck: [] };
    for (const instruction of instructions) image = carryOut(instruction, image, roots);
  }
  if (!image) throw new Error(`${file}: no stage`);
  return image;
}

function carryOut(instruction: BuildInstruction, image: Image, roots: ReadonlyMap<string, string>): Image {
  const { keyword, args, text } = instruction;
  switch (keyword) {
    case 'WORKDIR':
      mkdirSync(join(image.root, args[0] ?? ''), { recursive: true });
      return { ...image, workdir: args[0] ?? '' };
    case 'COPY':
      copy(instruction, image, roots);
      return image;
    case 'RUN':
      execFileSync('sh', ['-c', text], {
        cwd: join(image.root, image.workdir),
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      return image;
    case 'ENV':
      return {
        ...image,
        env: { ...image.env, ...Object.fromEntries(args.map((pair) => pair.split('=', 2))) },
      };
    case 'USER':
      return { ...image, user: args[0] };
    case 'ENTRYPOINT':
      return { ...image, entrypoint: args };
    case 'CMD':
      return { ...image, command: args };
    case 'HEALTHCHECK':
      return { ...image, healthcheck: JSON.parse(text.slice(text.indexOf('['))) };
    case 'ARG':
    case 'EXPOSE':
    case 'VOLUME':
      return image;
    default:
      throw new Error(`${keyword}: this replay does not know it`);
  }
}

function copy({ args, flags }: BuildInstruction, image: Image, roots: ReadonlyMap<string, string>): void {
  const target = args.at(-1) ?? '';
  const to = join(image.root, target.startsWith('/') ? '' : image.workdir, target);
  for (const source of args.slice(0, -1)) {
    const from = flags.from ? join(roots.get(flags.from) ?? '', source) : join(ROOT, source);
    const path = existsSync(from) ? from : (BASE[source] ?? from);
    const isFolder = statSync(path).isDirectory();
    // A file goes into a folder, which the slash or its existence tells; of a folder it is the content that goes.
    const into = !isFolder && (target.endsWith('/') || (existsSync(to) && statSync(to).isDirectory()));
    const filter = flags.from ? undefined : isInContext;
    cpSync(path, into ? join(to, basename(source)) : to, {
      recursive: true,
      verbatimSymlinks: true,
      ...(filter && { filter }),
    });
  }
  if (flags.chown && process.getuid?.() === 0) execFileSync('chown', ['-R', flags.chown, to]);
}

/** Of .dockerignore this knows what ours holds: `*`, then `!path` for what goes into the build after all. */
const [first, ...exceptions] = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
if (first !== '*' || exceptions.some((line) => !/^![\w./-]+$/.test(line)))
  throw new Error('.dockerignore: unknown form');
export const CONTEXT = exceptions.map((line) => line.slice(1));

function isInContext(path: string): boolean {
  const relative = path.slice(ROOT.length).replace(/\/$/, '');
  return (
    relative === '' ||
    CONTEXT.some(
      (kept) => relative === kept || relative.startsWith(`${kept}/`) || kept.startsWith(`${relative}/`),
    )
  );
}
