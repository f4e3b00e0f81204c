/** Something wrong with what is stored, as `check` tells it. */
export interface Problem {
  readonly collection: string;
  /** Undefined for a problem of the whole collection. */
  readonly id: number | string | undefined;
  readonly problem: string;
  /** Exists if the problem can be corrected without a loss. @returns whether it was corrected */
  readonly repair?: () => Promise<boolean>;
}
