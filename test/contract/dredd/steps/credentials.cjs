// Who asks, in the way of the deployment's first scheme.
const { schemes } = require('../context.cjs');
const { exampleOf, send } = require('../request.cjs');
const { logIn } = require('./pages.cjs');

const basic = ({ username, password }) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Per scheme: the headers of a user, and credentials that fail. */
const PRESENTED = {
  basic: {
    right: async (_service, user) => ({ Authorization: basic(user) }),
    wrong: basic({ username: 'nobody', password: 'wrong' }),
  },
  token: {
    right: async (_service, { token }) => ({ Authorization: `Token ${token}` }),
    wrong: 'Token wrong',
  },
  // An unknown session is no session: nothing fails.
  session: { right: logIn },
  oauth2: { right: obtainAccessToken, wrong: 'Bearer wrong' },
};

const { right } = PRESENTED[schemes[0]];
const { wrong } = schemes.map((name) => PRESENTED[name]).find((scheme) => scheme.wrong);

/** One login a user and service is enough. */
const known = new Map();

async function credentialsOf(service, name) {
  const key = `${service.url} ${name}`;
  if (!known.has(key)) known.set(key, right(service, service.users[name]));
  return known.get(key);
}

const as = (name) => async (draft) => {
  Object.assign(draft.headers, await credentialsOf(draft.service, name));
};

/** The examples carry no credentials. */
const anonymous = () => {};

const withWrongCredentials = ({ headers }) => {
  headers.Authorization = wrong;
};

/** As a proxy forwards what came to it without TLS: no password is taken then. */
const overPlainHttp = ({ headers }) => {
  headers['X-Forwarded-Proto'] = 'http';
};

/** With a token of OAuth 2.0 that may read, and no more. */
async function asReader(draft) {
  const { service, headers } = draft;
  Object.assign(headers, await obtainAccessToken(service, service.users.alice, 'read'));
}

async function obtainAccessToken(service, { username, password }, scope = 'read write') {
  const request = exampleOf('createAccessToken', service);
  Object.assign(request.fields, { username, password, scope, ...service.client });
  const { access_token: token } = await (await send(request)).json();
  return { Authorization: `Bearer ${token}` };
}

module.exports = { anonymous, as, asReader, credentialsOf, overPlainHttp, withWrongCredentials };
