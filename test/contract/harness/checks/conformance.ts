/** An answer has a status, a content type, headers and a body that the document declares. */
import type { Schema } from '../document/model.js';
import { asRecord } from '../document/values.js';
import { type Check, declaredResponse, isOtherMethod, type Violation } from './check.js';
import { readBody, UnreadableBody } from './read-body.js';

export const statusCodeConformance: Check = (subject) => {
  const { item, answer } = subject;
  if (isOtherMethod(subject) || declaredResponse(subject)) return undefined;
  const known = Object.keys(item.operation.responses).join(', ');
  return {
    message: `The status ${answer.status} is not declared; declared are ${known}.`,
    pointer: `${item.operation.pointer}/responses`,
  };
};

export const contentTypeConformance: Check = (subject) => {
  const { answer } = subject;
  const declared = isOtherMethod(subject) ? undefined : declaredResponse(subject);
  if (!declared) return undefined;
  const types = Object.keys(declared.content);
  const pointer = `${declared.pointer}/content`;
  if (types.length === 0) return undefined;
  if (answer.mediaType === undefined)
    return { message: `There is no Content-Type; declared are ${types.join(', ')}.`, pointer };
  if (types.some((type) => matches(type, answer.mediaType ?? ''))) return undefined;
  return {
    message: `The content type ${answer.mediaType} is not declared; declared are ${types.join(', ')}.`,
    pointer,
  };
};

export const responseHeadersConformance: Check = (subject) => {
  const { answer, validators } = subject;
  const declared = isOtherMethod(subject) ? undefined : declaredResponse(subject);
  if (!declared) return undefined;
  for (const [name, { required, schema }] of Object.entries(declared.headers)) {
    const value = answer.headers[name.toLowerCase()];
    const pointer = `${declared.pointer}/headers/${name}`;
    if (value === undefined && required) return { message: `The header ${name} is missing.`, pointer };
    const [error] = value === undefined ? [] : validators.textual(schema)(value);
    if (error) return { message: `The header ${name}: ${JSON.stringify(value)} ${error.message}.`, pointer };
  }
  return undefined;
};

export const responseSchemaConformance: Check = (subject) => {
  const { answer, validators } = subject;
  const declared = isOtherMethod(subject) ? undefined : declaredResponse(subject);
  if (!declared) return undefined;
  const entry = Object.entries(declared.content).find(([type]) => matches(type, answer.mediaType ?? ''));
  if (!entry) return undefined;
  const [type, schema] = entry;
  const pointer = `${declared.pointer}/content/${type.replaceAll('/', '~1')}/schema`;
  return checkBody(schema, pointer);

  function checkBody(rule: Schema, at: string): Violation | undefined {
    try {
      const value = readBody(answer);
      const [error] = validators.exact(rule)(value);
      return (
        error && {
          message: `The body${error.instancePath} ${error.message}${detailsOf(error.params)}.`,
          pointer: at,
        }
      );
    } catch (error) {
      if (error instanceof UnreadableBody) return { message: error.message, pointer: at };
      throw error;
    }
  }
};

function detailsOf(params: unknown): string {
  const { additionalProperty } = asRecord(params);
  return typeof additionalProperty === 'string' ? ` (${additionalProperty})` : '';
}

/** `application/*` and `*` + `/*` are ranges (OpenAPI 3.0.3, 4.7.17). */
function matches(declared: string, mediaType: string): boolean {
  const [main, sub] = declared.split(';')[0]?.trim().split('/') ?? [];
  const [ownMain, ownSub] = mediaType.split('/');
  return (main === '*' || main === ownMain) && (sub === '*' || sub === ownSub);
}
