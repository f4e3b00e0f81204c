/** What came back, read once. */
export interface Answer {
  readonly status: number;
  /** By lower-case name; repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without parameters, lower case; undefined when there is none. */
  readonly mediaType: string | undefined;
  /** Of `Content-Type`, lower case. */
  readonly charset: string | undefined;
  readonly bytes: Buffer;
  /** Whether it ended in time: of half a body nothing can be said. */
  readonly isWhole: boolean;
  /** Milliseconds. */
  readonly duration: number;
}

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;
