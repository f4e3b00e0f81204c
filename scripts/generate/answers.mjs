// Which answers an operation can give besides its successes: they follow from its path, parameters, body and security.
// @ts-check
import { methods, resolve } from './document.mjs';

/** The shared answers that follow; an operation may declare another one of the same status, which then stays. */
export const SHARED = [
  'NotModified',
  'DocumentNotModified',
  'BadRequest',
  'InvalidHost',
  'AccessTokenRefused',
  'Unauthorized',
  'InvalidClient',
  'Forbidden',
  'NotFound',
  'NotAcceptable',
  'PreconditionFailed',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'IdempotencyKeyReused',
  'TooManyRequests',
  'InternalServerError',
  'ServiceUnavailable',
];

/**
 * @param {any} document the parsed openapi.yaml
 * @param {any} item the path
 * @param {string} method in lower case
 * @returns {Record<string, string>} the name of the shared answer by status, in ascending order
 */
export function answersThatFollow(document, item, method) {
  const operation = item[method];
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
    resolve(document, one),
  );
  /** @param {string} name */
  const takes = (name) => parameters.some((one) => one.in === 'header' && one.name === name);
  const hasBody = operation.requestBody !== undefined;
  const isNegotiated = item['x-negotiation'] !== false;
  const identifies = (operation.security ?? document.security ?? []).some(
    (/** @type {any} */ one) => Object.keys(one).length > 0,
  );
  const isForm = item['x-csrf'] === true && hasBody;
  const isLogin = item['x-throttle-scope'] === 'login' && hasBody;
  const isOAuth2 = item['x-errors'] === 'oauth2';
  // The page of a login ignores what it cannot read.
  const canBeInvalid =
    hasBody ||
    (!item['x-csrf'] &&
      parameters.some(
        ({ in: place, name }) => place === 'header' || (place === 'query' && name !== 'format'),
      ));
  const isOpen = Object.values(operation.responses ?? {}).some((one) => opensToAll(document, one));
  const answers = {
    304: takes('If-None-Match') && (isOpen ? 'DocumentNotModified' : 'NotModified'),
    // Probes name the service as they know it.
    400: !isProbe(item) && (isOAuth2 ? 'AccessTokenRefused' : canBeInvalid ? 'BadRequest' : 'InvalidHost'),
    401: isOAuth2 ? 'InvalidClient' : (identifies || (isForm && isLogin)) && 'Unauthorized',
    403: !isOAuth2 && (identifies || isForm) && 'Forbidden',
    // `?format=` names a representation that may not exist.
    404: (isNegotiated || item['x-object'] || parameters.some((one) => one.in === 'path')) && 'NotFound',
    // What has one representation answers with it, whatever Accept says (RFC 9110, 12.5.1).
    406: isNegotiated && item['x-browsable'] === true && 'NotAcceptable',
    412: takes('If-Match') && 'PreconditionFailed',
    413: hasBody && 'PayloadTooLarge',
    415: hasBody && !isOAuth2 && 'UnsupportedMediaType',
    422: takes('Idempotency-Key') && 'IdempotencyKeyReused',
    // The rate of logins counts passwords, which only a body holds.
    429: (isLogin || (item['x-throttle-scope'] && item['x-throttle-scope'] !== 'login')) && 'TooManyRequests',
    500: 'InternalServerError',
    // Every path with a throttle reads the store.
    503: item['x-throttle-scope'] && 'ServiceUnavailable',
  };
  return Object.fromEntries(Object.entries(answers).filter(([, name]) => name));
}

/**
 * @param {any} document the parsed openapi.yaml
 * @returns {string[]} what a validation error may name: members of JSON bodies, and query parameters that have a rule
 */
export function fieldsThatFail(document) {
  const names = Object.values(document.paths).flatMap((item) =>
    methods
      .filter((method) => item[method] && item['x-csrf'] !== true)
      .flatMap((method) => {
        const body = resolve(document, item[method].requestBody)?.content?.['application/json'];
        const parameters = [...(item.parameters ?? []), ...(item[method].parameters ?? [])]
          .map((one) => resolve(document, one))
          // What a deployment may not have is left out: the schema of validation errors is one for all.
          .filter(
            (one) => one.in === 'query' && one.name !== 'format' && !one['x-requires'] && hasRule(one.schema),
          );
        const members = Object.keys(resolve(document, body?.schema)?.properties ?? {});
        return [...members, ...parameters.map(({ name }) => name)];
      }),
  );
  return ['non_field_errors', ...new Set(names)];
}

/** @param {any} schema */
function hasRule({ type, enum: values, pattern, maxLength, anyOf }) {
  return type !== 'string' || [values, pattern, maxLength, anyOf].some((rule) => rule !== undefined);
}

/** @param {any} document @param {any} response */
function opensToAll(document, response) {
  return resolve(document, response).headers?.['Access-Control-Allow-Origin'] !== undefined;
}

/** @param {any} item */
function isProbe(item) {
  return String(item['x-name']).startsWith('health:');
}
