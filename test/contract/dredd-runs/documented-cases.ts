/** Every answer that a document promises: what dredd makes a transaction of, in the document's order. */
import type { ContractDocument, Operation, Schema } from '../harness/document/model.js';

export interface DocumentedCase {
  readonly number: number;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** The path with the parameters' examples in it, as dredd asks. */
  readonly uri: string;
  /** The names of its parameters. */
  readonly parameters: readonly string[];
  /** The media type of the request's body, and the document's example of it. */
  readonly requestType: string | undefined;
  readonly example: unknown;
  readonly status: string;
  /** The media type of the answer. */
  readonly responseType: string | undefined;
  /** The media types of success: what else the address can be asked for. */
  readonly successTypes: readonly string[];
  /** The names of the headers that the answer must have. */
  readonly headers: readonly string[];
  readonly schema: Schema | undefined;
}

export function documentedCases({ operations }: ContractDocument): DocumentedCase[] {
  return operations
    .flatMap((operation) => casesOf(operation))
    .map((documented, number) => ({ number, ...documented }));
}

/** `createToken: application/json -> 400 application/json`: how problems name a case. */
export function labelOf(documented: DocumentedCase): string {
  const { operation, requestType, status, responseType } = documented;
  const asked = requestType === undefined ? '' : `: ${requestType}`;
  return `${operation}${asked} -> ${status} ${responseType ?? ''}`.trimEnd();
}

function casesOf(operation: Operation): Omit<DocumentedCase, 'number'>[] {
  const { id, method, path, parameters, bodies, responses } = operation;
  const examples = new Map(parameters.map(({ name, examples: [example] }) => [name, String(example)]));
  const uri = path.replace(/\{(\w+)\}/g, (_all, name: string) => examples.get(name) ?? '');
  const successTypes = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => content.map(({ mediaType }) => mediaType));
  return variants(bodies).flatMap((body) =>
    Object.entries(responses).flatMap(([status, response]) =>
      variants(response.content).map((content) => ({
        operation: id,
        method,
        path,
        uri,
        parameters: parameters.map(({ name }) => name),
        requestType: body?.mediaType,
        example: body?.examples[0],
        status,
        responseType: content?.mediaType,
        successTypes,
        headers: Object.entries(response.headers).flatMap(([name, { required }]) => (required ? name : [])),
        schema: content?.schema,
      })),
    ),
  );
}

/** What can be said in no way at all is said once, without a type. */
const variants = <T>(all: readonly T[]): readonly (T | undefined)[] => (all.length > 0 ? all : [undefined]);
