/** The driver's options, chosen so that an outage is heard of in seconds and an acknowledged write stays. */
import type { MongoClientOptions } from 'mongodb';

export const clientOptions: MongoClientOptions = {
  appName: 'snippet-store',
  // The driver would look for a server for 30 s, and wait for a connection or an answer for ever.
  // (Its one option for all of this, timeoutMS, has no effect since 7.8.)
  serverSelectionTimeoutMS: 3000,
  connectTimeoutMS: 3000,
  waitQueueTimeoutMS: 3000,
  socketTimeoutMS: 7000,
  maxPoolSize: 50,
  // A write that most members have outlives any one of them; reading only such writes, from the primary,
  // shows nobody what a failover takes back, and a caller its own writes.
  writeConcern: { w: 'majority', wtimeoutMS: 5000 },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryWrites: true,
  retryReads: true,
};

/** The options in the address win: an operator may know better. */
export function optionsFor(url: string): MongoClientOptions {
  const named = new Set([...new URLSearchParams(url.split('?')[1]).keys()].map((name) => name.toLowerCase()));
  if (named.has('w')) named.add('writeconcern');
  if (named.has('readconcernlevel')) named.add('readconcern');
  return Object.fromEntries(Object.entries(clientOptions).filter(([name]) => !named.has(name.toLowerCase())));
}

/** A driver's message without the credentials of the address. */
export function redact(text: string): string {
  return text.replace(/\S+/g, redactWord);
}

function redactWord(word: string): string {
  const begin = /mongodb(?:\+srv)?:\/\//.exec(word);
  const end = word.lastIndexOf('@');
  if (!begin || end < begin.index) return word;
  return `${word.slice(0, begin.index)}${begin[0]}***${word.slice(end)}`;
}
