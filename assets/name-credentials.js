// Makes the options of a curl line that name the credentials of a request, so that the line works when it is pasted, and
// can be shared.

/**
 * @param {Map<string, string>} headers of the request
 * @param {Record<string, string>} known options: by scheme of `Authorization`, `session` and `csrf` for a session
 * @param {boolean} isLoggedIn whether the browser sends a session
 * @returns {{options: string[], rest: Map<string, string>}} the other headers stay as they are
 */
export function nameCredentials(headers, known, isLoggedIn) {
  const rest = new Map();
  const options = [];
  for (const [name, value] of headers) {
    const option = optionOf(name.toLowerCase(), value, known);
    if (option) options.push(option);
    else rest.set(name, value);
  }
  if (isLoggedIn && options.length === 0) options.push(known.session);
  return { options, rest };
}

function optionOf(name, value, known) {
  if (name === 'x-csrftoken') return known.csrf;
  if (name !== 'authorization') return undefined;
  const [scheme] = value.split(' ');
  const key = scheme.toLowerCase();
  return Object.hasOwn(known, key) ? known[key] : `-H "Authorization: ${scheme} $TOKEN"`;
}
