// Keeps in openapi.yaml what follows: the shared answers of each operation, `Format` on browsable paths, the headers that
// every answer has, and the fields of `InvalidInput`.
// @ts-check
import { isMap, isSeq } from 'yaml';
import { answersThatFollow, fieldsThatFail, SHARED } from './answers.mjs';
import { methods, resolve } from './document.mjs';
import { keyOf, YamlLines } from './yaml-lines.mjs';

const RESPONSES = '#/components/responses/';
const FORMAT = '#/components/parameters/Format';
const FIELD = '#/components/schemas/FieldErrors';

/**
 * @param {string} text openapi.yaml
 * @returns {{ text: string, changes: string[], document: any }} `changes` names each line that is written or removed;
 *   `document` is `text` as it was given, parsed
 * @throws {ContractError} with the line of the fault, when the file cannot be read
 */
export function writeAnswers(text) {
  const editor = new YamlLines(text);
  const { contents, document } = editor;

  const paths = editor.mapAt(contents, 'paths');
  for (const pair of paths?.items ?? []) {
    const path = keyOf(pair);
    const item = document.paths[path];
    const itemNode = editor.map(pair.value, `paths > ${path}`);
    for (const method of methods.filter((one) => item?.[one])) {
      const operation = editor.mapAt(itemNode, method, `${method.toUpperCase()} ${path}`);
      if (!operation) continue;
      if (item['x-browsable'] && item['x-negotiation'] !== false) addFormat(editor, operation);
      const responses = editor.mapAt(operation, 'responses', `${method.toUpperCase()} ${path}: responses`);
      if (!responses) throw editor.fault(operation, `${method.toUpperCase()} ${path} declares no responses`);
      const isKept = method === 'get' && item['x-browsable'] === true;
      const isKeyed = [...(item.parameters ?? []), ...(item[method].parameters ?? [])].some(
        (/** @type {any} */ one) => resolve(document, one).name === 'Idempotency-Key',
      );
      for (const response of responses.items)
        keepHeaders(editor, response, { isKept, isKeyed: isKeyed && keyOf(response).startsWith('2') });
      // After them: both may insert where an answer ends.
      keepAnswers(editor, responses, answersThatFollow(document, item, method));
    }
  }
  const shared = editor.mapAt(editor.mapAt(contents, 'components'), 'responses');
  for (const response of shared?.items ?? []) keepHeaders(editor, response, {});
  const invalid = editor.mapAt(editor.mapAt(editor.mapAt(contents, 'components'), 'schemas'), 'InvalidInput');
  const fields = editor.mapAt(invalid, 'properties');
  if (fields) keepFields(editor, fields, fieldsThatFail(document));
  return { ...editor.apply(), document };
}

/** @param {YamlLines} editor @param {import('yaml').YAMLMap<any, any>} operation */
function addFormat(editor, operation) {
  const line = `- { $ref: "${FORMAT}" }`;
  const pair = operation.items.find((one) => keyOf(one) === 'parameters');
  if (!pair)
    return editor.insertBefore(operation, ['requestBody', 'responses'], ['parameters:', `  ${line}`]);
  if (!isSeq(pair.value) || pair.value.flow)
    throw editor.fault(pair.key, 'write the parameters as a block list');
  const [first] = pair.value.items;
  if (pair.value.items.some((one) => isMap(one) && one.get('$ref') === FORMAT)) return;
  editor.insertAfter(pair.value, `${' '.repeat(editor.columnOf(first) - 2)}${line}`);
}

/**
 * @param {YamlLines} editor
 * @param {import('yaml').YAMLMap<any, any>} responses
 * @param {Record<string, string>} wanted
 */
function keepAnswers(editor, responses, wanted) {
  const [first] = responses.items;
  if (!first || responses.flow)
    throw editor.fault(responses, 'write the responses as a block, the success first');
  const indent = ' '.repeat(editor.columnOf(first.key));
  const declared = responses.items.map((pair) => ({
    pair,
    status: keyOf(pair),
    name: sharedName(pair.value),
  }));
  for (const { pair, status, name } of declared) {
    // An answer of the operation's own stays: it says more than the shared one.
    if (name !== undefined && SHARED.includes(name) && wanted[status] !== name) editor.remove(pair);
  }
  for (const [status, name] of Object.entries(wanted)) {
    const there = declared.find((one) => one.status === status);
    if (there && (there.name === name || there.name === undefined || !SHARED.includes(there.name))) continue;
    const line = `${indent}"${status}": { $ref: "${RESPONSES}${name}" }`;
    const before = declared.filter((one) => one.status < status).at(-1);
    if (before) editor.insertAfter(before.pair.value, line);
    else editor.insertAt(first.key, line);
  }
}

/**
 * @param {YamlLines} editor
 * @param {any} pair a response by its status or name
 * @param {{ isKept?: boolean, isKeyed?: boolean }} answer `isKept`: clients may keep it and compare its ETag
 */
function keepHeaders(editor, pair, { isKept = false, isKeyed = false }) {
  if (!isMap(pair.value) || pair.value.has('$ref')) return;
  const content = pair.value;
  const headers = editor.mapAt(content, 'headers');
  const wanted = [
    ['Allow', 'Allow'],
    ['Cache-Control', (isKept || headers?.has('ETag')) && keyOf(pair) !== '201' ? 'NoCache' : 'NoStore'],
    ...(isKeyed ? [['Idempotency-Replayed', 'IdempotencyReplayed']] : []),
  ].filter(([name]) => !headers?.has(name));
  if (wanted.length === 0) return;
  const lines = wanted.map(([name, component]) => `${name}: { $ref: "#/components/headers/${component}" }`);
  if (!headers) {
    editor.insertBefore(content, ['content', 'links'], ['headers:', ...lines.map((line) => `  ${line}`)]);
    return;
  }
  const [first] = headers.items;
  if (!first || headers.flow) throw editor.fault(headers, 'write the headers as a block');
  const indent = ' '.repeat(editor.columnOf(first.key));
  for (const line of lines) editor.insertAt(first.key, `${indent}${line}`);
}

/**
 * @param {YamlLines} editor
 * @param {import('yaml').YAMLMap<any, any>} fields
 * @param {string[]} wanted
 */
function keepFields(editor, fields, wanted) {
  const written = fields.items.filter(({ value }) => isMap(value) && value.get('$ref') === FIELD);
  for (const pair of written) if (!wanted.includes(keyOf(pair))) editor.remove(pair);
  const indent = ' '.repeat(editor.columnOf(fields.items[0]?.key));
  for (const name of wanted.filter((one) => !fields.has(one)))
    editor.insertAfter(fields, `${indent}${name}: { $ref: "${FIELD}" }`);
}

/** @param {any} value @returns {string | undefined} the name of the shared answer that it refers to */
function sharedName(value) {
  const reference = isMap(value) ? value.get('$ref') : undefined;
  return typeof reference === 'string' && reference.startsWith(RESPONSES)
    ? reference.slice(RESPONSES.length)
    : undefined;
}
