/** The scopes of OAuth 2.0 as `openapi.yaml` declares them; they are stored and sent as RFC 6749, 3.3 writes them. */

const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

/** @returns each scope once, in the order of the document; all when none is asked for; undefined for an unknown one */
export function selectScopes(asked: readonly string[] | undefined): Scope[] | undefined {
  if (asked === undefined) return [...SCOPES];
  const isKnown = asked.every((name) => (SCOPES as readonly string[]).includes(name));
  return isKnown ? SCOPES.filter((name) => asked.includes(name)) : undefined;
}

export const writeScopes = (scopes: readonly string[]): string => scopes.join(' ');
export const readScopes = (text: string): string[] => text.split(' ');
