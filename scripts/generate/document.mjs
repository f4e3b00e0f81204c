// Reads an OpenAPI document: its operations one by one, and what a reference means.
// @ts-check
import { ContractError } from './contract-error.mjs';

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * @typedef {object} Operation
 * @property {string} id its operationId
 * @property {string} typeName how the SDK's type names for it begin
 * @property {string} path
 * @property {string} method in lower case
 * @property {string | undefined} summary
 * @property {string | undefined} description
 * @property {string[]} schemes the names of the security schemes that it knows, in the contract's order
 * @property {any[]} parameters the path's and its own, references resolved
 * @property {any} requestBody reference resolved; undefined when there is none
 * @property {[status: string, response: any][]} responses references resolved
 * @property {boolean} isIdempotent a POST that may be repeated (`x-idempotent`)
 */

/**
 * @param {any} document
 * @returns {Operation[]} in the document's order
 */
export function listOperations(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => {
        const operation = item[method];
        const id = operation.operationId;
        if (!id) throw new ContractError(`${method.toUpperCase()} ${path} has no operationId.`);
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
        return {
          id,
          typeName: `${id[0].toUpperCase()}${id.slice(1)}`,
          path,
          method,
          summary: operation.summary,
          description: operation.description,
          schemes: (operation.security ?? document.security ?? []).flatMap(Object.keys),
          parameters: parameters.map((parameter) => resolve(document, parameter)),
          requestBody: resolve(document, operation.requestBody),
          isIdempotent: operation['x-idempotent'] === true,
          responses: Object.entries(operation.responses).map(([status, response]) => {
            if (!/^[1-5]\d\d$/.test(status))
              throw new ContractError(`${id}: response "${status}" is not one status.`);
            return /** @type {[string, any]} */ ([status, resolve(document, response)]);
          }),
        };
      }),
  );
}

/**
 * The content of a body in the media type that types are made from: JSON where there is a choice.
 * @param {any} body a request body or a response
 * @returns {any} undefined when there is no body
 */
export function mediaOf(body) {
  const content = body?.content ?? {};
  return content['application/json'] ?? Object.values(content)[0];
}

/**
 * @param {any} document
 * @param {any} value an object of the document, or a reference to one
 * @returns {any} the object
 */
export function resolve(document, value) {
  if (!value?.$ref) return value;
  const steps = value.$ref.replace(/^#\//, '').split('/');
  const found = steps.reduce((/** @type {any} */ at, /** @type {string} */ step) => at?.[step], document);
  if (!found) throw new ContractError(`${value.$ref} leads nowhere.`);
  return resolve(document, found);
}
