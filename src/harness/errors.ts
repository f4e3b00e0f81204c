/** What ends a request or a run early: no sense in what was asked, no answer, no server. */
import type { Case } from './case.js';
import { isRepeatable, type WireRequest } from './wire.js';

/** There is nothing to judge: no server, no document, no sense in the command line. The run ends with status 2. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

export interface Sent {
  readonly item: Case;
  readonly request: WireRequest;
}

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** The server answers nothing any more: the run ends. Else it still answers other requests. */
  readonly isGone: boolean;

  /** @param seconds for which the server was waited for, when it is gone */
  constructor(
    readonly sent: readonly Sent[],
    cause: unknown,
    seconds?: number,
  ) {
    const gone = `(${reasonOf(cause)}) and did not come back within ${seconds} s. The run ended here.`;
    const isGone = seconds !== undefined;
    const method = sent.at(-1)?.request.method ?? '';
    const once = isRepeatable(method) ? '' : ` A ${method} is not sent again: it may have been done.`;
    super(
      isGone ? `The server stopped answering ${gone}` : `There was no answer: ${reasonOf(cause)}.${once}`,
      {
        cause,
      },
    );
    this.isGone = isGone;
  }
}

const reasonOf = (cause: unknown) =>
  cause instanceof Error && cause.message !== '' ? cause.message : codeOf(cause);

export const codeOf = (cause: unknown) =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
