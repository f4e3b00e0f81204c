/** The scopes of OAuth 2.0 in `openapi.yaml`. They are stored and sent in the format of RFC 6749, 3.3. */

const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

/** @returns each scope once, in the order of `openapi.yaml`; all if none is requested; undefined for an unknown one */
export function selectScopes(asked: readonly string[] | undefined): Scope[] | undefined {
  if (asked === undefined) return [...SCOPES];
  const isKnown = asked.every((name) => (SCOPES as readonly string[]).includes(name));
  return isKnown ? SCOPES.filter((name) => asked.includes(name)) : undefined;
}

export const writeScopes = (scopes: readonly string[]): string => scopes.join(' ');
export const readScopes = (text: string): string[] => text.split(' ');
