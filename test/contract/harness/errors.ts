/** What ends a request or a run early: no sense in what was asked, no answer, no server. */
import type { Case } from './case.js';
import type { WireRequest } from './send.js';

/** There is nothing to judge: no server, no document, no sense in the command line. The run ends with status 2. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

export interface Sent {
  readonly item: Case;
  readonly request: WireRequest;
}

/** The server still answers other requests. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly item: Case;
  readonly request: WireRequest;

  constructor({ item, request }: Sent, cause: unknown) {
    super(`There was no answer: ${reasonOf(cause)}.`, { cause });
    this.item = item;
    this.request = request;
  }
}

/** The server answers nothing any more: the run ends. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone';

  /** @param sent the last requests; the last of them is the suspect */
  constructor(
    readonly sent: readonly Sent[],
    seconds: number,
    cause: unknown,
  ) {
    super(
      `The server stopped answering (${reasonOf(cause)}) and did not come back within ${seconds} s. The run ended here.`,
      { cause },
    );
  }
}

const reasonOf = (cause: unknown) =>
  cause instanceof Error && cause.message !== '' ? cause.message : codeOf(cause);

/** `ECONNREFUSED` and the like. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}
