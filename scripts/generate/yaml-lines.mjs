// Changes openapi.yaml by whole lines, so that every other line, comment and anchor stays as it is.
// @ts-check
import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { ContractError } from './contract-error.mjs';

/** @param {any} pair @returns {string} */
export const keyOf = (pair) => (isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : '');

/** What stands last in a block: its own range includes the comments and blank lines behind it. @param {any} node @returns {any} */
function lastPart(node) {
  if (node.flow || (!isMap(node) && !isSeq(node))) return node;
  const last = node.items.at(-1);
  return lastPart(isPair(last) ? (last.value?.range ? last.value : last.key) : last);
}

/** Collects whole lines to insert and to remove, by the line numbers of the text as it was. */
export class YamlLines {
  /** @type {{ line: number, text?: string }[]} without `text`, the line is removed */
  #edits = [];

  #lines = new LineCounter();

  /** @param {string} text @throws {ContractError} with the line of the fault, when it cannot be read */
  constructor(text) {
    this.text = text;
    const yaml = parseDocument(text, { lineCounter: this.#lines, merge: false });
    const [fault] = yaml.errors;
    if (fault)
      throw new ContractError(`openapi.yaml:${fault.linePos?.[0].line}: ${fault.message.split('\n')[0]}`);
    /** Its nodes. */
    this.contents = yaml.contents;
    /** Its values. @type {any} */
    this.document = yaml.toJS();
  }

  /** @param {any} node @returns {number} columns before it */
  columnOf(node) {
    return this.#lines.linePos(node.range[0]).col - 1;
  }

  /** @param {any} node @param {string} problem */
  fault(node, problem) {
    return new ContractError(`openapi.yaml:${this.#lines.linePos(node.range?.[0] ?? 0).line}: ${problem}.`);
  }

  /** @param {any} node @param {string} where @returns {import('yaml').YAMLMap<any, any>} */
  map(node, where) {
    if (isAlias(node) || !isMap(node)) throw this.fault(node, `${where} has to be a map of its own`);
    return node;
  }

  /** @param {any} node @param {string} key @param {string} [where] @returns {import('yaml').YAMLMap<any, any> | undefined} */
  mapAt(node, key, where = key) {
    const found = isMap(node) ? node.get(key, true) : undefined;
    return found === undefined ? undefined : this.map(found, where);
  }

  /** A line before that of a node. @param {any} node @param {string} text */
  insertAt(node, text) {
    this.#edits.push({ line: this.#lines.linePos(node.range[0]).line, text });
  }

  /** A line after the last one of a node. @param {any} node @param {string} text */
  insertAfter(node, text) {
    const [from, to] = lastPart(node).range;
    this.#edits.push({ line: this.#lines.linePos(Math.max(from, to - 1)).line + 1, text });
  }

  /**
   * Lines before the first of these keys, or after the last one of the map.
   * @param {import('yaml').YAMLMap<any, any>} map @param {string[]} keys @param {string[]} texts
   */
  insertBefore(map, keys, texts) {
    if (map.flow) throw this.fault(map, 'write it as a block');
    const indent = ' '.repeat(this.columnOf(map.items[0]?.key));
    const next = keys.map((key) => map.items.find((pair) => keyOf(pair) === key)).find((pair) => pair);
    for (const text of texts) {
      if (next) this.insertAt(next.key, indent + text);
      else this.insertAfter(map, indent + text);
    }
  }

  /** @param {any} pair on one line */
  remove(pair) {
    const from = this.#lines.linePos(pair.key.range[0]).line;
    if (this.#lines.linePos(pair.value.range[1] - 1).line !== from)
      throw this.fault(pair.key, 'this answer cannot occur: remove it');
    this.#edits.push({ line: from });
  }

  apply() {
    const lines = this.text.split('\n');
    const changes = this.#edits.map(({ line, text }) =>
      text === undefined
        ? `openapi.yaml:${line}: - ${lines[line - 1]?.trim()}`
        : `openapi.yaml:${line}: + ${text.trim()}`,
    );
    const written = lines.flatMap((line, i) => {
      const here = this.#edits.filter((edit) => edit.line === i + 1);
      const inserted = here.flatMap(({ text }) => (text === undefined ? [] : [text]));
      return here.some(({ text }) => text === undefined) ? inserted : [...inserted, line];
    });
    return { text: written.join('\n'), changes };
  }
}
