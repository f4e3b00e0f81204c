/** The driver's options: an outage is reported within seconds, and an acknowledged write is never lost. */
import type { MongoClientOptions } from 'mongodb';

export const clientOptions: MongoClientOptions = {
  appName: 'snippet-store',
  // By default the driver looks for a server for 30 s and waits for a connection or an answer without a limit.
  // (Its one option for all of this, timeoutMS, has no effect since 7.8.) A server that hangs costs an operation one
  // wait for its answer and, as the driver tries again, one for a connection: 7.5 s.
  serverSelectionTimeoutMS: 2500,
  connectTimeoutMS: 2500,
  waitQueueTimeoutMS: 2500,
  socketTimeoutMS: 5000,
  maxPoolSize: 50,
  // A write that most members have survives the loss of a member. Reading only such writes, from the primary,
  // never returns a write that a failover undoes, and always returns the caller's own writes.
  writeConcern: { w: 'majority', wtimeoutMS: 4000 },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryWrites: true,
  retryReads: true,
};

/** Options in the URL override these, because the operator knows the deployment. */
export function optionsFor(url: string): MongoClientOptions {
  const named = new Set([...new URLSearchParams(url.split('?')[1]).keys()].map((name) => name.toLowerCase()));
  if (named.has('w')) named.add('writeconcern');
  if (named.has('readconcernlevel')) named.add('readconcern');
  return Object.fromEntries(Object.entries(clientOptions).filter(([name]) => !named.has(name.toLowerCase())));
}

/** @returns a message of the driver without the credentials of the URL */
export const redact = (text: string): string => text.replace(/(mongodb(?:\+srv)?:\/\/)\S*@/g, '$1***@');
