// The login page: its form carries a CSRF token that belongs to the browser that loaded it.
const { exampleOf, send } = require('../request.cjs');

/** @returns the page's cookies and its token */
async function openForm(service) {
  const page = await send(exampleOf('showLogin', service));
  const [, token] = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(await page.text());
  return { cookie: cookieOf(page), token };
}

const cookieOf = ({ headers }) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** The token in its field, as a browser sends it. */
async function withForm(draft) {
  const { cookie, token } = await openForm(draft.service);
  draft.headers.Cookie = cookie;
  draft.fields.csrfmiddlewaretoken = token;
}

/** The token in its header, for bodies that are no form. */
async function withFormHeader(draft) {
  const { cookie, token } = await openForm(draft.service);
  Object.assign(draft.headers, { Cookie: cookie, 'X-CSRFToken': token });
}

/** @returns the headers of a new session */
async function logIn(service, { username, password }) {
  const request = exampleOf('login', service);
  await withForm(request);
  Object.assign(request.fields, { username, password });
  const answer = await send(request);
  const cookie = cookieOf(answer);
  const token = /csrftoken=([^;]+)/.exec(cookie)?.[1];
  if (answer.status !== 302 || !token) throw new Error(`${username} cannot log in: ${answer.status}`);
  return { Cookie: cookie, 'X-CSRFToken': token };
}

/** A session of the request's own, since it ends with it. */
async function inNewSession(draft) {
  const { Cookie, 'X-CSRFToken': token } = await logIn(draft.service, draft.service.users.alice);
  draft.headers.Cookie = Cookie;
  draft.fields.csrfmiddlewaretoken = token;
}

module.exports = { inNewSession, logIn, withForm, withFormHeader };
