/** Tokens that the service itself gives. */

import type { Answer } from './case.js';
import { isSuccess } from './case.js';
import {
  authorization,
  bearerCredential,
  type Credential,
  type Credentials,
  placeKey,
} from './credentials.js';
import { asRecord, type Member } from './document/model.js';
import { readJson } from './document/parse.js';
import { CannotRun } from './errors.js';
import type { Sender } from './send.js';
import type { TokenSource } from './settings/tokens.js';

/** @param base stands before the paths @returns a credential for each of the sources @throws CannotRun when one gives no token */
export async function fetchTokens(
  sources: readonly TokenSource[],
  schemes: Member,
  sender: Sender,
  base: string,
): Promise<Credentials> {
  const found: Credential[] = [];
  for (const source of sources) {
    const { path, method, mediaType, body, scheme } = source;
    const headers = { 'Content-Type': mediaType };
    const answer = await sender.send({ method, target: `${base}${path}`, headers, body });
    const token = isSuccess(answer) ? tokenIn(answer, source) : undefined;
    if (token === undefined)
      throw new CannotRun(
        `schemathesis.toml: auth.dynamic.openapi.${scheme}: ${method} ${path} answers ${answer.status} without a token at ${source.selector}.`,
      );
    found.push({ ...credentialOf(token, scheme, schemes), scheme });
  }
  return found;
}

function tokenIn(answer: Answer, { from, selector }: TokenSource): string | undefined {
  if (from === 'header') return answer.headers[selector.toLowerCase()];
  if (from === 'cookie') {
    const pairs = (answer.headers['set-cookie'] ?? '').split(/[,;] */).map((pair) => pair.split(/=(.*)/s));
    return pairs.find(([name]) => name === selector)?.[1];
  }
  const steps = selector.split('/').slice(1);
  const value = steps.reduce<unknown>((node, step) => asRecord(node)[step], readJson(answer));
  return typeof value === 'string' ? value : undefined;
}

function credentialOf(token: string, name: string, schemes: Member): Credential {
  const { type, scheme } = asRecord(schemes[name]);
  if (type === 'apiKey') return placeKey({ ...authorization(token), scheme: name, isKey: true }, schemes);
  const isOther = type === 'http' && String(scheme).toLowerCase() !== 'bearer';
  return isOther ? authorization(`${scheme} ${token}`) : bearerCredential(token);
}
