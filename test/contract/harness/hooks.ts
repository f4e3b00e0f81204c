/** What a project adds in a module of its own: `--hooks FILE`. In the style of schemathesis' extensions. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Case } from './case.js';
import { inOneRequest, readCredential } from './credentials.js';
import { isRecord } from './document/model.js';
import { CannotRun } from './errors.js';
import type { WireRequest } from './send.js';

type GivenCredentials = string | readonly string[] | undefined;

/** What hooks know of a request. */
export interface HookContext {
  /** `operationId`, else `METHOD /path`. */
  readonly operation: string;
  readonly method: string;
  /** As the document writes it. */
  readonly path: string;
  readonly tags: readonly string[];
  /** Whether the request keeps the document's rules, breaks one, or the document says nothing of it. */
  readonly mode: 'positive' | 'negative' | 'neutral';
  /** The request is to be refused for who sends it: it goes without credentials, or with wrong ones. */
  readonly probe: 'anonymous' | 'wrong credentials' | undefined;
}

export interface Identification {
  /** The run's own user, or another one. */
  readonly user: 'self' | 'other';
  /** Whether a request with the last credentials got 401. */
  readonly isRenewal: boolean;
}

export interface Hooks {
  /**
   * Asked once for each user, and again when a request gets 401, which is then sent again.
   * @returns credentials as `--auth` takes them; nothing when there is no such user. Throws to stop the run.
   */
  authenticate?(who: Identification): GivenCredentials | Promise<GivenCredentials>;
  /** @returns the request to send instead; nothing sends it as it is. Throws to stop the run. */
  beforeRequest?(
    request: WireRequest,
    context: HookContext,
  ): WireRequest | undefined | Promise<WireRequest | undefined>;
}

const KNOWN = ['authenticate', 'beforeRequest'];

/** @throws CannotRun when the module cannot be loaded, or exports something unknown */
export async function loadHooks(file: string | undefined): Promise<Hooks> {
  if (file === undefined) return {};
  let module: unknown;
  try {
    module = await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw new CannotRun(`${file} cannot be loaded: ${error instanceof Error ? error.message : error}`);
  }
  const { default: hooks } = module as { default?: unknown };
  if (!isRecord(hooks))
    throw new CannotRun(`${file} must export an object by default, with ${KNOWN.join(' or ')}.`);
  const unknown = Object.keys(hooks).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined)
    throw new CannotRun(`${file}: ${unknown} is not a hook; the hooks are ${KNOWN.join(' and ')}.`);
  // Its members are called as they are declared above; a member of another type fails where it is used.
  return hooks as Hooks;
}

export const contextOf = ({
  operation: { id, method, path, tags },
  mode,
  probe,
  sender,
}: Case): HookContext => ({
  operation: id,
  method,
  path,
  tags,
  mode,
  probe: sender === 'nobody' ? 'anonymous' : probe?.startsWith('wrong-') ? 'wrong credentials' : undefined,
});

/** @returns what the module says; undefined when it says nothing of credentials, or knows no such user */
export async function identify({ authenticate }: Hooks, who: Identification) {
  const given = await authenticate?.(who);
  return given === undefined ? undefined : inOneRequest([given].flat().map(readCredential));
}

export const defineHooks = (hooks: Hooks): Hooks => hooks;
