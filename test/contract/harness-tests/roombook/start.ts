/** Roombook on a free port, with two colleagues. */
import { fileURLToPath } from 'node:url';
import { type Served, serve } from '../serve.js';
import { type Fault, makeApp } from './app.js';

export const TOKENS = { ann: 'anns-token', ben: 'bens-token' };

const inSource = (name: string) =>
  fileURLToPath(new URL(`../../../../test/contract/harness-tests/roombook/${name}`, import.meta.url));
export const DOCUMENT = inSource('openapi.yaml');
export const CONFIGURATION = inSource('schemathesis.toml');

export function startRoombook(faults: readonly Fault[] = []): Promise<Served> {
  return serve(makeApp({ [TOKENS.ann]: 'ann', [TOKENS.ben]: 'ben' }, faults));
}
