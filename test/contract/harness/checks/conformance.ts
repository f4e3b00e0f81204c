/** An answer has a status, a content type, headers and a body that the document declares. */
import type { ErrorObject } from 'ajv';
import { escapeStep } from '../document/dereference.js';
import { explain } from '../document/explain.js';
import type { DeclaredResponse, ResponseContent } from '../document/model.js';
import { isReadable, readBody, UnreadableBody } from '../document/parse.js';
import type { Judge } from '../document/validators.js';
import { kindsOf } from '../generation/schemas.js';
import { looseReadings, strictReadings } from '../generation/verdict.js';
import { type Check, declaredResponse, isOtherMethod, type Subject } from './check.js';

export const statusCodeConformance: Check = (subject) => {
  const { item, answer } = subject;
  if (isOtherMethod(subject)) return undefined;
  if (declaredResponse(subject)) return 'kept';
  const known = Object.keys(item.operation.responses).join(', ');
  return {
    message: `The status ${answer.status} is not declared. Declared: ${known}.`,
    pointer: `${item.operation.pointer}/responses`,
  };
};

export const contentTypeConformance: Check = (subject) => {
  const { answer } = subject;
  const declared = declaredWithBody(subject);
  if (!declared || declared.content.length === 0) return undefined;
  const types = declared.content.map(({ mediaType }) => mediaType).join(', ');
  const pointer = `${declared.pointer}/content`;
  if (answer.mediaType === undefined)
    return { message: `There is no Content-Type. Declared: ${types}.`, pointer };
  if (contentOf(declared, answer.mediaType)) return 'kept';
  const message = `The content type ${answer.mediaType} is not declared. Declared: ${types}.`;
  return { message, pointer, subject: answer.mediaType };
};

export const responseHeadersConformance: Check = (subject) => {
  const { answer, validators } = subject;
  const declared = isOtherMethod(subject) ? undefined : declaredResponse(subject);
  if (!declared || Object.keys(declared.headers).length === 0) return undefined;
  // `content` describes the type (OpenAPI 3.0.3, 4.7.17).
  const named = Object.entries(declared.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  const violations = named.flatMap(([name, { required, schema }]) => {
    const { [name.toLowerCase()]: value } = answer.headers;
    const pointer = `${declared.pointer}/headers/${escapeStep(name)}`;
    if (value === undefined)
      return required ? [{ message: `The header ${name} is missing.`, pointer, subject: 'missing' }] : [];
    // Objects have several notations, which hardly any service uses.
    const error = kindsOf(schema).includes('object')
      ? undefined
      : judgeHeader(validators.received(schema), value);
    if (!error) return [];
    const message = `The header ${name}: ${JSON.stringify(value)} ${error.message}.`;
    return [{ message, pointer, subject: error.keyword }];
  });
  return violations.length === 0 ? 'kept' : violations;
};

/** Its schema decides what the text is read as. @returns what is wrong with the reading that comes nearest */
function judgeHeader(judge: Judge, value: string): ErrorObject | undefined {
  const verdicts = readHeader(value).map((reading) => judge(reading));
  if (verdicts.some((errors) => errors.length === 0)) return undefined;
  const isOfType = (errors: readonly ErrorObject[]) =>
    !errors.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === '');
  return (verdicts.find(isOfType) ?? verdicts[0])?.[0];
}

/** Text, or a list, separated by commas (RFC 9110, 5.6.1). */
function readHeader(value: string): unknown[] {
  const items = value.split(',').map((item) => item.trim());
  return [value, items].flatMap((text) => [...strictReadings(text), ...looseReadings(text)]);
}

export const responseSchemaConformance: Check = (subject) => {
  const { answer, validators } = subject;
  const declared = declaredWithBody(subject);
  const content = declared && contentOf(declared, answer.mediaType ?? '');
  if (!content || !isReadable(answer, content.schema)) return undefined;
  const { schema, pointer } = content;
  try {
    const value = readBody(answer);
    if (validators.received(schema)(value).length === 0) return 'kept';
    return explain(validators.received, schema, pointer, value).map((rule) => ({
      message: `The body${rule.path} ${rule.message}.`,
      pointer: rule.pointer,
      field: rule.path,
    }));
  } catch (error) {
    if (error instanceof UnreadableBody) return { message: error.message, pointer };
    throw error;
  }
};

/** Answers to HEAD, 204 and 304 have no body, whatever is declared (RFC 9110, 6.4.1). */
function declaredWithBody(subject: Subject): DeclaredResponse | undefined {
  const { item, answer } = subject;
  const hasNone = item.operation.method === 'HEAD' || [204, 304].includes(answer.status);
  return hasNone || isOtherMethod(subject) ? undefined : declaredResponse(subject);
}

/** The type itself before a range, `application/*` or that of all types (OpenAPI 3.0.3, 4.7.17). */
function contentOf({ content }: DeclaredResponse, mediaType: string): ResponseContent | undefined {
  const [main] = mediaType.split('/');
  const names = [mediaType, `${main}/*`, '*/*'];
  const plain = (type: string) => type.split(';')[0]?.trim().toLowerCase();
  return names.flatMap((name) => content.find((one) => plain(one.mediaType) === name) ?? [])[0];
}
