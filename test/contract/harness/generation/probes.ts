/** Requests that no schema stands for: other methods, no credentials or wrong ones, headers left out, odd negotiation. */
import type { Case } from '../case.js';
import { ORIGIN, SAFELISTED } from '../checks/cors.js';
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
    ...acceptProbes(neutral),
    ...crossOrigin(neutral),
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

/** Where one of several media types can be asked for. */
function acceptProbes(neutral: Case): Case[] {
  const declared = Object.entries(neutral.operation.responses)
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, { content }]) => content.map(({ mediaType }) => mediaType.split(';')[0]?.trim() ?? ''));
  const types = [...new Set(declared)].filter((type) => type !== '' && !type.includes('*'));
  if (types.length < 2) return [];
  return types.map((type) => ({
    ...neutral,
    probe: 'accept',
    about: `Accept: ${type}`,
    headers: { ...neutral.headers, Accept: type },
  }));
}

/** Where answers to other origins are declared: a request of another origin, and the preflight where browsers send one. */
function crossOrigin(neutral: Case): Case[] {
  const { method, responses, bodies, readsCredentials, siblings } = neutral.operation;
  const isDeclared = Object.entries(responses).some(
    ([status, { headers }]) =>
      /^2/.test(status) &&
      Object.keys(headers).some((name) => name.toLowerCase() === 'access-control-allow-origin'),
  );
  if (!isDeclared || method === 'OPTIONS') return [];
  const isJson = bodies.some(({ mediaType }) => /json/.test(mediaType));
  const special = readsCredentials ? 'authorization' : isJson ? 'content-type' : undefined;
  const isSent = special !== undefined || !SAFELISTED.includes(method) || siblings.includes('OPTIONS');
  const asked = special === undefined ? {} : { 'Access-Control-Request-Headers': special };
  const preflight: Case = {
    ...neutral,
    method: 'OPTIONS',
    probe: 'preflight',
    sender: 'nobody',
    headers: { Origin: ORIGIN, 'Access-Control-Request-Method': method, ...asked },
    query: [],
    body: undefined,
    about: 'a preflight',
  };
  const own: Case = {
    ...neutral,
    probe: 'origin',
    headers: { ...neutral.headers, Origin: ORIGIN },
    about: 'a request of another origin',
  };
  return [own, ...(isSent ? [preflight] : [])];
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
