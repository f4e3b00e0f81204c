/** The driver's options, chosen so that an outage is heard of in seconds and an acknowledged write stays. */
import type { MongoClientOptions } from 'mongodb';

export const clientOptions: MongoClientOptions = {
  appName: 'snippet-store',
  // The driver would look for a server for 30 s, and wait for a connection for ever.
  serverSelectionTimeoutMS: 3000,
  connectTimeoutMS: 3000,
  waitQueueTimeoutMS: 3000,
  timeoutMS: 8000,
  maxPoolSize: 50,
  // A write that most members have outlives any one of them; reading only such writes, from the primary,
  // shows nobody what a failover takes back, and a caller its own writes.
  writeConcern: { w: 'majority' },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryWrites: true,
  retryReads: true,
};

/** The options in the address win: an operator may know better. */
export function optionsFor(url: string): MongoClientOptions {
  const named = new Set([...new URLSearchParams(url.split('?')[1]).keys()].map((name) => name.toLowerCase()));
  const spoken = Object.entries(clientOptions).filter(([name]) => !named.has(name.toLowerCase()));
  if (named.has('w')) return Object.fromEntries(spoken.filter(([name]) => name !== 'writeConcern'));
  return Object.fromEntries(spoken);
}

/** A driver's message without the credentials of the address. */
export function redact(text: string): string {
  return text.replace(/(mongodb(?:\+srv)?:\/\/)\S*@/g, '$1***@');
}
