// Writes the client: types, one function per operation, and the fetch client that they share.
// @ts-check
import { createClient } from '@hey-api/openapi-ts';

/**
 * @param {any} document the parsed openapi.yaml
 * @param {string} target the folder to fill
 */
export async function writeSdk(document, target) {
  await createClient({
    input: withoutUnsupportedSchemes(document),
    output: {
      path: target,
      clean: true,
      // nodenext resolution needs the extension; without an explicit `null` the generator looks for a tsconfig of
      // its own choice.
      importFileExtension: '.js',
      tsConfigPath: null,
      postProcess: [],
    },
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  });
}

/** OAuth 1.0a signs the whole request, which the generator cannot express: it would only warn at each operation. */
function withoutUnsupportedSchemes(/** @type {any} */ document) {
  const schemes = document.components?.securitySchemes ?? {};
  const unsupported = Object.keys(schemes).filter((name) => schemes[name].scheme === 'oauth');
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const security = [document, ...operations].filter((holder) => Array.isArray(holder?.security));
  for (const holder of security) {
    holder.security = holder.security.filter(
      (/** @type {object} */ entry) => !Object.keys(entry).some((name) => unsupported.includes(name)),
    );
  }
  for (const name of unsupported) delete schemes[name];
  return document;
}
