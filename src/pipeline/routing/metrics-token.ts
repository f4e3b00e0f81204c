/** Compares the token that a scraper sends with METRICS_TOKEN. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** @returns a check of `Authorization: Bearer`; without a token everybody passes */
export function makeHasMetricsToken(
  token: string | undefined,
): (headers: Pick<IncomingHttpHeaders, 'authorization'>) => boolean {
  if (token === undefined) return () => true;
  const expected = digest(token);
  return ({ authorization = '' }) => {
    const given = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    return given !== undefined && timingSafeEqual(digest(given), expected);
  };
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
