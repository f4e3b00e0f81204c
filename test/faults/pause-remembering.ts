/** Holds the service at the moment when it has created a record and not yet noted that on the claim of its `Idempotency-Key`. */
import { join } from 'node:path';
import Database from 'libsql';
import { MongoClient } from 'mongodb';

/** @returns ends the pause */
type Pause = () => Promise<() => Promise<void>>;

/** A trigger counts for minutes before the claim is done. */
export function pauseEmbedded(dataDir: string): Pause {
  return async () => {
    run(
      dataDir,
      `create trigger pause before update on idempotencyKeys when json_extract(new.doc, '$.isDone') begin
         select count(*) from (
           with recursive n(i) as (select 1 union all select i + 1 from n limit 10000000000) select i from n
         );
       end`,
    );
    return async () => run(dataDir, 'drop trigger pause');
  };
}

function run(dataDir: string, sql: string): void {
  const database = new Database(join(dataDir, 'snippet-store.sqlite'));
  database.exec(sql);
  database.close();
}

/** The server keeps the updates of the collection waiting; the end of the pause waits for those as well. */
export function pauseMongodb(url: string): Pause {
  return async () => {
    const client = await MongoClient.connect(url);
    const configure = (mode: 'off' | { readonly skip: number }) =>
      client.db('admin').command({
        configureFailPoint: 'failCommand',
        mode,
        data: {
          failCommands: ['update'],
          namespace: `${client.db().databaseName}.idempotencyKeys`,
          blockConnection: true,
          blockTimeMS: 3_000,
          // After the time the update fails: its client is dead by then, and it would be done all the same.
          errorCode: 11602,
        },
      });
    // The first one makes the claim.
    await configure({ skip: 1 });
    return async () => {
      await configure('off');
      await client.close();
    };
  };
}
