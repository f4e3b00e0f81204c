/** Which kinds of bodies media types name. */

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
  const type = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '*/*' || type === 'application/*') return 'application/json';
  return type.replace(/^text\/\*$/, 'text/plain').replace(/\/\*$/, '/octet-stream');
};
