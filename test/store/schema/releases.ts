/** What older releases stored and answered, as `scripts/record-store.mjs` recorded it. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { BSON, MongoClient } from 'mongodb';
import { FILE_NAME } from '#src/store/embedded/file-name.js';
import { ROOT } from '../../docs/read-markdown.js';

const RELEASES = join(ROOT, 'test/store/releases');

export const SECRET_KEY = 'the secret key of the recorded releases';
export const PASSWORD = 'the password of the recorded releases';

export interface Answer {
  readonly path: string;
  readonly status: number;
  readonly etag: string | null;
  readonly body: string;
}

/** The schema versions, ascending. */
export const recorded: readonly number[] = readdirSync(RELEASES)
  .map(Number)
  .sort((a, b) => a - b);

export function answersOf(version: number): Answer[] {
  return linesOf<Answer>(version, 'answers.ndjson');
}

/** @param dataDir gets the file of the embedded store */
export function restoreEmbedded(version: number, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const database = new Database(join(dataDir, FILE_NAME));
  database.exec(`begin; ${readFileSync(join(RELEASES, String(version), 'embedded.sql'), 'utf8')} commit;`);
  database.close();
}

export async function restoreMongodb(version: number, url: string): Promise<void> {
  const client = new MongoClient(url);
  for (const line of readLines(version, 'mongodb.ndjson')) {
    const { collection, record } = BSON.EJSON.parse(line, { relaxed: true });
    await client.db().collection(collection).insertOne(record);
  }
  await client.close();
}

const linesOf = <T>(version: number, file: string): T[] =>
  readLines(version, file).map((line) => JSON.parse(line));

const readLines = (version: number, file: string): string[] =>
  readFileSync(join(RELEASES, String(version), file), 'utf8')
    .trimEnd()
    .split('\n');
