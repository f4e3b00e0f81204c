/** Which kinds of bodies media types name. */
import type { Body } from '../document/model.js';

export const isJson = (mediaType: string) => /^application\/([\w.-]+\+)?json$/.test(plainType(mediaType));
export const isUrlencoded = (mediaType: string) =>
  plainType(mediaType) === 'application/x-www-form-urlencoded';
export const isMultipart = (mediaType: string) => plainType(mediaType) === 'multipart/form-data';
/** Everything in it is text. */
export const isForm = (mediaType: string) => isUrlencoded(mediaType) || isMultipart(mediaType);
export const isStructured = (mediaType: string) =>
  /^application\/(.+\+)?(xml|yaml)$/.test(plainType(mediaType));

/** Without parameters; of a range, a type in it. */
export const plainType = (mediaType: string) => {
  const type = withoutParameters(mediaType);
  if (type === '*/*' || type === 'application/*') return 'application/json';
  return type.replace(/^text\/\*$/, 'text/plain').replace(/\/\*$/, '/octet-stream');
};

/** Of a range, the type in it that suits the schema: bytes are no JSON. */
export const typeOf = ({ mediaType, schema }: Pick<Body, 'mediaType' | 'schema'>) =>
  schema.format === 'binary' && mediaType.includes('*')
    ? plainType(mediaType).replace('application/json', 'application/octet-stream')
    : plainType(mediaType);

export const isJsonBody = (body: Pick<Body, 'mediaType' | 'schema'>) => isJson(typeOf(body));

/** Without a structure that anybody would read in it. */
export const isTextBody = (body: Pick<Body, 'mediaType' | 'schema'>) =>
  typeOf(body).startsWith('text/') && body.schema.format !== 'binary';

/** Whether a range, or a type, covers a type (RFC 9110, 12.5.1). */
export function isWithin(type: string, range: string): boolean {
  const [main] = type.split('/');
  return [type, `${main}/*`, '*/*'].includes(withoutParameters(range));
}

const withoutParameters = (mediaType: string) => mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
