// Writes the client: types, one function per operation, and the fetch client that they share.
// @ts-check
import { createClient } from '@hey-api/openapi-ts';
import { writeCalls } from './calls.mjs';

/**
 * Schemes that the generated functions cannot tell apart or carry, so that they are left out of them:
 * - oauth1 signs the whole request: there is no value to send;
 * - oauth2Client is HTTP Basic like basic: a user's password must not go out as a client's secret. The client's id
 *   and secret go into the form (RFC 6749, 2.3.1).
 */
const schemesLeftOut = ['oauth1', 'oauth2Client'];

/**
 * @param {any} document the parsed openapi.yaml
 * @param {string} target the folder to fill
 */
export async function writeSdk(document, target) {
  await createClient({
    input: leaveOutSchemes(structuredClone(document)),
    output: {
      path: target,
      clean: true,
      // Resolution by nodenext needs the extension; without an explicit `null` the generator takes a tsconfig of its
      // own choice.
      importFileExtension: '.js',
      tsConfigPath: null,
      postProcess: [],
    },
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  });
  await writeCalls(document, target);
}

/** @param {any} document changed in place */
function leaveOutSchemes(document) {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const holder of [document, ...operations]) {
    if (!Array.isArray(holder?.security)) continue;
    holder.security = holder.security.filter(
      (/** @type {object} */ entry) => !schemesLeftOut.some((name) => name in entry),
    );
  }
  for (const name of schemesLeftOut) delete document.components.securitySchemes[name];
  return document;
}
