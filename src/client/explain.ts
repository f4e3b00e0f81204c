// Says in one line what failed and what to do.
import { AuthenticationError, ConnectionError, SnippetStoreError, StatusError } from '../sdk/index.js';
import { hasTokenOfEnvironment } from './config.js';

/** What the user can correct; the message says how. */
export class ClientError extends Error {}

/** The command line is wrong. */
export class UsageError extends Error {}

export function explain(error: unknown): string {
  if (!(error instanceof SnippetStoreError)) return error instanceof Error ? error.message : String(error);
  const doubt = error.mayBeDone ? ' It may have been done: look before you repeat it.' : '';
  return `${reason(error)}${doubt}`;
}

function reason(error: SnippetStoreError): string {
  const { status, detail, requestId } = error;
  if (error instanceof ConnectionError) {
    const { origin } = new URL(error.trace.at(-1)?.url ?? 'http://unknown');
    const why = detail.replace('No whole answer: ', '').replace('bad port', 'fetch refuses this port');
    return `${origin} cannot be reached (${why}). Check the address and the network.`;
  }
  if (error instanceof StatusError && status === 400) {
    const { non_field_errors: general, ...fields } = error.fields;
    const named = Object.entries(fields).map(([name, messages]) => `${name}: ${messages.join(' ')}`);
    return [...(general ?? []), ...named].join('; ') || detail;
  }
  if (areCredentialsRefused(error)) {
    const login = hasTokenOfEnvironment ? 'Correct SNIPPETS_TOKEN' : 'Log in with `snippets login URL`';
    return `${detail} ${/inactive/i.test(detail) ? 'Ask the operator of the service' : login}.`;
  }
  if (status === 404) return 'There is no such snippet, or no Snippet Store at this address.';
  if (error instanceof StatusError && error.retryAfter !== undefined)
    return `${detail} Try again in ${error.retryAfter} seconds.`;
  return `${detail}${requestId && Number(status) >= 500 ? ` Quote request ${requestId} to support.` : ''}`;
}

export function areCredentialsRefused(error: SnippetStoreError): boolean {
  return error instanceof AuthenticationError || (error.status === 403 && /inactive/i.test(error.detail));
}
