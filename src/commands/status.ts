/** `snippet-store status`: what an operator wants to know first, and what needs doing. */
import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Settings } from '../config/index.js';
import { release } from '../config/release.js';
import { readLastBackup } from '../server/last-backup.js';
import { readRuns } from '../server/last-run.js';
import { listenUrl } from '../server/listen.js';
import { FILE_NAME } from '../store/embedded/file-name.js';
import type { Store } from '../store/store.js';
import { askService, type Told } from './ask-service.js';
import { withStore } from './with-store.js';

/** Below it the alert `SnippetStoreDiskLow` fires too. */
const LOW_DISK_BYTES = 1 << 30;
const OLD_BACKUP_MS = 48 * 60 * 60 * 1000;
const MB = 1_000_000;
/** Errors of one service in the text. With `--json` there are all of them. */
const MOST_ERRORS = 5;

export function addStatus(program: Command): void {
  program
    .command('status')
    .description('show the store, its records, disk, backups and services, and what needs doing')
    .addHelpText('after', '\nThe exit code is 0 also when something needs doing: look at `todo`.')
    .action(
      withStore(async ({ settings, store, print }) => {
        const facts = await findFacts(settings, store);
        print(facts, ...asText(facts).split('\n'));
      }),
    );
}

interface Facts {
  readonly release: string;
  readonly store: Store['kind'];
  /** The form of its records. */
  readonly schema: number;
  readonly snippets: number;
  readonly users: number;
  /** Of the embedded store. */
  readonly embedded?: {
    readonly data_dir: string;
    readonly bytes: number;
    readonly free_bytes: number;
    readonly last_backup: string | null;
    readonly services: readonly { pid: number; url: string; workers: number; started: string }[];
  };
  /** What the services on this machine tell, or why they do not. */
  readonly running: readonly ({ readonly url: string } & (Told | { readonly reason: string }))[];
  /** The checks of `/readyz` that fail. */
  readonly problems: Readonly<Record<string, string>>;
  readonly todo: readonly string[];
}

async function findFacts(settings: Settings, store: Store): Promise<Facts> {
  const all = { _id: { $gt: 0 } } as const;
  const [snippets, users] = [await store.snippets.countDocuments(all), await store.users.countDocuments(all)];
  const problems = await findProblems(store);
  const todo = Object.values(problems);
  if (users === 0) todo.push('There is no user: snippet-store users create NAME');
  if (settings.ownership && (await store.snippets.findOne({ ownerId: null })))
    todo.push('Some snippets have no owner: snippet-store snippets assign --owner NAME');
  const embedded = store.kind === 'embedded' ? await findEmbedded(settings.dataDir, todo) : undefined;
  const urls = embedded?.services.map(({ url }) => url) ?? [listenUrl(settings, settings.port)];
  return {
    release,
    store: store.kind,
    schema: store.schema.version,
    snippets,
    users,
    ...(embedded && { embedded }),
    running: await Promise.all(urls.map((url) => findTold(url, settings))),
    problems,
    todo,
  };
}

async function findTold(url: string, settings: Settings): Promise<Facts['running'][number]> {
  try {
    return { url, ...(await askService(url, settings)) };
  } catch (error) {
    return { url, reason: error instanceof Error ? error.message : String(error) };
  }
}

async function findProblems({ checks }: Store): Promise<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const [name, { run, problem }] of Object.entries(checks)) {
    try {
      await run();
    } catch {
      problems[name] = problem;
    }
  }
  return problems;
}

/** @param todo gets what needs doing */
async function findEmbedded(dataDir: string, todo: string[]): Promise<NonNullable<Facts['embedded']>> {
  const { bsize, bavail } = await statfs(dataDir);
  const free_bytes = bsize * bavail;
  if (free_bytes < LOW_DISK_BYTES)
    todo.push(`Only ${megabytes(free_bytes)} are free in ${dataDir}: make room.`);
  const backup = await readLastBackup(dataDir);
  if (backup === undefined) todo.push('The store was never backed up: snippet-store backup FILE');
  else if (Date.now() - backup.getTime() > OLD_BACKUP_MS)
    todo.push('The last backup is older than two days: snippet-store backup FILE');
  const lastRuns = await readRuns(dataDir);
  for (const { run, runs: isAlive } of lastRuns)
    if (!isAlive) todo.push(`The service of ${run.started} (process ${run.pid}) was killed: start it again.`);
  return {
    data_dir: dataDir,
    bytes: sizeOf(join(dataDir, FILE_NAME)) + sizeOf(join(dataDir, `${FILE_NAME}-wal`)),
    free_bytes,
    last_backup: backup?.toISOString() ?? null,
    services: lastRuns
      .filter(({ runs }) => runs)
      .map(({ run: { pid, url, workers, started } }) => ({ pid, url, workers, started })),
  };
}

/** The write-ahead log is there only while the store is open. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;

function asText({
  release,
  store,
  schema,
  snippets,
  users,
  embedded,
  running,
  problems,
  todo,
}: Facts): string {
  const rows: [name: string, value: string][] = [
    ['release', release],
    ['store', `${store}, form ${schema}${embedded ? `, ${embedded.data_dir}` : ''}`],
    ['records', `${snippets} snippets, ${users} users`],
  ];
  if (embedded) {
    const { bytes, free_bytes, last_backup, services } = embedded;
    rows.push(['disk', `${megabytes(bytes)} used, ${megabytes(free_bytes)} free`]);
    rows.push(['last backup', last_backup ?? 'never']);
    if (services.length === 0) rows.push(['service', 'none runs']);
    for (const { pid, url, workers, started } of services)
      rows.push([
        'service',
        `${url}, process ${pid}, ${workers} worker${workers === 1 ? '' : 's'}, since ${started}`,
      ]);
  }
  for (const told of running) {
    if ('reason' in told) rows.push(['workers', `unknown: ${told.reason}`]);
    else {
      for (const { worker, started, bytes } of told.workers)
        rows.push(['worker', `${worker}, since ${started}, ${megabytes(bytes)}`]);
      for (const { time, worker, message } of told.errors.slice(0, MOST_ERRORS))
        rows.push(['error', `${time}, worker ${worker}: ${message}`]);
    }
  }
  rows.push(['checks', Object.keys(problems).length === 0 ? 'all pass' : Object.keys(problems).join(', ')]);
  rows.push(['to do', todo.length === 0 ? 'nothing' : todo.join('\n'.padEnd(14))]);
  return rows.map(([name, value]) => `${name.padEnd(12)} ${value}`).join('\n');
}
