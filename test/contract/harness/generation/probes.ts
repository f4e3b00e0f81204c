/** Requests that no schema stands for: other methods, no credentials or wrong ones, headers left out, odd negotiation. */
import type { Case } from '../case.js';
import { withoutParameter } from './write-parameter.js';

/** All that RFC 9110 and its registry know, one that nobody knows, and CONNECT left out: it is for proxies. */
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'TRACE', 'QUERY'];

export interface ProbeOptions {
  /** Whether the operation speaks for its path: methods and `Allow` are the path's. */
  readonly isFirst?: boolean;
  /** Whether to try the user's name with a wrong password. */
  readonly hasPassword?: boolean;
}

export function probes(plain: Case, { isFirst = true, hasPassword = false }: ProbeOptions = {}): Case[] {
  const { operation } = plain;
  const neutral = { ...plain, mode: 'neutral' as const };
  const missing = operation.parameters.filter(({ in: place, required }) => place === 'header' && required);
  return [
    ...(isFirst ? METHODS : [])
      .filter((method) => !operation.siblings.includes(method))
      .map((method) => ({
        ...neutral,
        method,
        probe: 'unsupported-method' as const,
        about: `the method ${method}, which is not declared`,
        pointer: operation.pointer.slice(0, operation.pointer.lastIndexOf('/')),
        body: undefined,
      })),
    ...(isFirst && !operation.siblings.includes('OPTIONS')
      ? [{ ...neutral, method: 'OPTIONS', probe: 'options' as const, about: 'OPTIONS', body: undefined }]
      : []),
    ...missing.map((parameter) => ({
      ...withoutParameter(plain, parameter),
      mode: 'negative' as const,
      probe: 'missing-header' as const,
      about: `without the header ${parameter.name}`,
      pointer: parameter.pointer,
    })),
    ...(operation.secured ? credentialProbes(neutral) : []),
    ...(hasPassword ? [passwordProbe(neutral)] : []),
    {
      ...neutral,
      about: 'a parameter that is not declared',
      query: [...plain.query, ['not-declared', '1'] as const],
    },
    {
      ...neutral,
      about: 'an Accept that nothing satisfies',
      headers: { ...plain.headers, Accept: 'application/x-unheard-of' },
    },
    { ...neutral, about: 'a malformed Accept', headers: { ...plain.headers, Accept: ';;q=x, */' } },
  ];
}

const passwordProbe = (neutral: Case): Case => ({
  ...neutral,
  probe: 'wrong-password',
  about: 'with a wrong password',
  pointer: neutral.operation.securityPointer,
});

/** @param neutral a request that is accepted with the right credentials */
export function credentialProbes(neutral: Case): Case[] {
  const { securityPointer: pointer } = neutral.operation;
  return [
    { ...neutral, probe: 'missing-credentials', sender: 'nobody', about: 'without credentials', pointer },
    { ...neutral, probe: 'wrong-credentials', about: 'with wrong credentials', pointer },
  ];
}
