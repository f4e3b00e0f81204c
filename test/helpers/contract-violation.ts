/** What is wrong with an answer, one line for each rule of the contract that it breaks, and who gave the answer. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ErrorObject } from 'ajv';

const HANDLERS = fileURLToPath(new URL('../../src/handlers/index.ts', import.meta.url));
/** Of an enumeration, and characters of a value that was found. */
const SHOWN = { values: 5, characters: 80 };

export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';

  /** @param operation the operation's id; undefined for an answer that no operation gives */
  constructor(operation: string | undefined, where: string, problems: readonly string[]) {
    const source = operation === undefined ? where : `${operation} (${handlerOf(operation)}): ${where}`;
    super(problems.map((problem) => `${source}: ${problem}`).join('\n'));
    // The stack would lead into the client of the test, and the lines say it all.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** The violation that a client has reported as its own failure, for instance as a lost connection. */
export function violationIn(error: unknown): ContractViolation | undefined {
  if (error instanceof ContractViolation) return error;
  return error instanceof Error && error.cause !== undefined ? violationIn(error.cause) : undefined;
}

/** A client whose failures are the violations themselves, where there are any. */
export function failWithViolation<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => unwrapResult(member.apply(target, args));
    },
  });
}

function unwrapResult(result: unknown): unknown {
  if (result instanceof Promise) return result.catch(rethrow);
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result;
  return new Proxy(result, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== 'next' && name !== Symbol.asyncIterator) return member.bind(target);
      return (...args: unknown[]) => unwrapResult(member.apply(target, args));
    },
  });
}

function rethrow(error: unknown): never {
  throw violationIn(error) ?? error;
}

let files: ReadonlyMap<string, string> | undefined;

/** The file of an operation's handler, as the generated list of handlers imports it. */
export function handlerOf(operation: string): string {
  files ??= new Map(
    [
      ...readFileSync(HANDLERS, 'utf8').matchAll(/^import \{ ([\w, ]+) \} from '\.\/([\w-]+)\.js';$/gm),
    ].flatMap(([, names = '', file]) =>
      names.split(', ').map((name) => [name, `src/handlers/${file}.ts`] as const),
    ),
  );
  return files.get(operation) ?? 'a handler of the test';
}

/** @param value what ajv has judged @returns one line for each rule: place, what was expected, what was found */
export function describeErrors(place: string, errors: readonly ErrorObject[], value: unknown): string[] {
  // A choice of schemas adds a line of its own to those of its parts.
  const telling = errors.filter(({ keyword }) => !['anyOf', 'oneOf', 'allOf', 'if'].includes(keyword));
  return (telling.length > 0 ? telling : errors).map((error) => {
    const found = valueAt(value, error.instancePath);
    const at = `${place}${error.instancePath.replaceAll('/', '.')}`;
    return `${at}: expected ${expectation(error)}, found ${shorten(JSON.stringify(found) ?? 'nothing')}`;
  });
}

function expectation({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'enum':
      return `one of ${listValues(params.allowedValues)}`;
    case 'required':
      return `the member ${params.missingProperty}`;
    case 'additionalProperties':
      return `no member ${params.additionalProperty}`;
    case 'type':
      return `the type ${params.type}`;
    default:
      return message ?? keyword;
  }
}

function listValues(values: readonly unknown[]): string {
  const some = values.slice(0, SHOWN.values).map((value) => JSON.stringify(value));
  return values.length > some.length
    ? `${some.join(', ')} and ${values.length - some.length} more`
    : some.join(', ');
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
      value,
    );
}

export function shorten(text: string): string {
  return text.length > SHOWN.characters ? `${text.slice(0, SHOWN.characters)}...` : text;
}
