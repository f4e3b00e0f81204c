/** A request as it is sent. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** What is done once more by a second request is not sent twice (RFC 9110, 9.2.2). */
export const isRepeatable = (method: string) => method !== 'POST' && method !== 'PATCH';
