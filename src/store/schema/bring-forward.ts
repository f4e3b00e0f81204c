/** Brings the snippets of older forms forward in the background, while this and other processes serve. */
import { setTimeout as sleep } from 'node:timers/promises';
import { byId } from '../by-id.js';
import type { Collections } from '../definitions.js';
import type { SnippetRecord } from '../records.js';
import type { StoreLog } from '../store-log.js';
import { formTerm, termsOf } from '../terms.js';
import type { Schema } from './schema.js';

/** A process of the release before may have written its form meanwhile. */
const EVERY_MS = 60_000;
const REPORTED_EVERY = 1000;

export interface ForwardPass {
  /** Snippets in an older form, as counted last. */
  readonly remaining: number;
  /** Runs until none is left. @returns how many were brought forward */
  run(): Promise<number>;
  /** Runs now and again and again. */
  begin(): void;
  stop(): Promise<void>;
}

interface Parts {
  readonly snippets: Collections['snippets'];
  readonly schema: Schema;
  readonly log: StoreLog;
}

/** A look costs one look-up in the index for each older form: every snippet has its form as a term. */
export function makeForwardPass({ snippets, schema, log }: Parts): ForwardPass {
  const { oldest, writes } = schema;
  const older = Array.from({ length: writes - oldest }, (_, i) => oldest + i);
  const stopped = new AbortController();
  let remaining = 0;
  let running: Promise<void> | undefined;

  async function run(): Promise<number> {
    remaining = 0;
    for (const form of older)
      remaining += await snippets.countDocuments({ terms: { $all: [formTerm(form)] } });
    if (remaining > 0) log.info({ snippets: remaining, to: writes }, 'bringing snippets forward');
    let done = 0;
    for (const form of older) {
      for await (const { _id } of idsIn(form)) {
        if (stopped.signal.aborted) return done;
        if (await bringOneForward(_id, form)) done += 1;
        remaining = Math.max(0, remaining - 1);
        if (done % REPORTED_EVERY === 0 && done > 0)
          log.info({ done, remaining }, 'bringing snippets forward');
      }
    }
    if (done > 0) log.info({ done, to: writes }, 'snippets brought forward');
    return done;
  }

  const idsIn = (form: number) =>
    byId((after, limit) => {
      const filter = { terms: { $all: [formTerm(form)] }, _id: { $gt: after } };
      return snippets.find(filter, { projection: { _id: 1 }, sort: { _id: 1 }, limit }).toArray();
    });

  /** A save in the meantime wins: it has another version. The version, and so the ETag, stays. */
  async function bringOneForward(_id: number, form: number): Promise<boolean> {
    const found = await snippets.findOne({ _id });
    if (found === null || found.form !== form) return false;
    let snippet: SnippetRecord = found;
    for (const step of schema.forms.filter(({ number }) => number > form))
      snippet = { ...snippet, ...(await step.bringForward(snippet)), form: step.number };
    const { _id: _, terms: __, ...fields } = snippet;
    const { matchedCount } = await snippets.updateOne(
      { _id, version: found.version, form },
      { $set: { ...fields, terms: termsOf(snippet) } },
    );
    return matchedCount === 1;
  }

  async function runAgainAndAgain(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await run();
      } catch (error) {
        if (!stopped.signal.aborted)
          log.warn({ err: error }, 'snippets stay in an older form until the next attempt');
      }
      await sleep(EVERY_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    get remaining() {
      return remaining;
    },
    run,
    begin() {
      // There is nothing to bring forward where no release has written an older form.
      if (older.length > 0) running ??= runAgainAndAgain();
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
