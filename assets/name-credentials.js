// Makes the options of a curl line that name the credentials of a request, so that the line works when it is pasted, and
// can be shared.

/**
 * @param {Map<string, string>} headers of the request @param {string} cookie the name of the session's cookie
 * @param {boolean} isLoggedIn whether the browser sends a session
 * @returns {{options: string[], rest: Map<string, string>}} the other headers stay as they are
 */
export function nameCredentials(headers, cookie, isLoggedIn) {
  const rest = new Map();
  const options = [];
  for (const [name, value] of headers) {
    const option = optionOf(name.toLowerCase(), value, cookie);
    if (option) options.push(option);
    else rest.set(name, value);
  }
  if (isLoggedIn && options.length === 0) options.push(`-b "${cookie}=$SESSION_ID"`);
  return { options, rest };
}

function optionOf(name, value, cookie) {
  if (name === 'x-csrftoken')
    return `-b "${cookie}=$SESSION_ID; csrftoken=$CSRF_TOKEN" -H "X-CSRFToken: $CSRF_TOKEN"`;
  if (name !== 'authorization') return undefined;
  const [scheme] = value.split(' ');
  if (/^basic$/i.test(scheme)) return '-u "$USER_NAME:$PASSWORD"';
  return `-H "Authorization: ${scheme} $${/^bearer$/i.test(scheme) ? 'ACCESS_TOKEN' : 'TOKEN'}"`;
}
