/** What reports are made of. */
import type { Finding } from '../finding.js';
import type { Run } from '../run.js';

export interface Step {
  /** `coverage: PUT /snippets/{id}/`. */
  readonly name: string;
  /** New ones. */
  readonly findings: readonly Finding[];
  /** The server was gone before it began. */
  readonly isSkipped: boolean;
  readonly seconds: number;
}

export interface Outcome {
  readonly run: Run;
  readonly steps: readonly Step[];
  readonly seconds: number;
}
