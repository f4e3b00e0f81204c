// How each documented status of each operation comes about: the steps that make the request, in their order.
const { schemes } = require('./context.cjs');
const {
  byClient,
  inUnknownType,
  withField,
  withoutField,
  withQuery,
  withTooLargeBody,
  withUnreadableForm,
} = require('./steps/bodies.cjs');
const { anonymous, as, asReader, overPlainHttp, withWrongCredentials } = require('./steps/credentials.cjs');
const { onPressedService, untilThrottled, whileOverloaded } = require('./steps/limits.cjs');
const { acceptingNothing, ifChanged, ifStale, ifThere, inUnknownFormat } = require('./steps/negotiation.cjs');
const { inNewSession, withForm, withFormHeader } = require('./steps/pages.cjs');
const { onAlice, onMissingId, onSnippetOfAlice } = require('./steps/snippets.cjs');

const asAlice = as('alice');
const asBob = as('bob');

/** The first scheme decides how a denial is told: 401 with its challenge, or 403 (specification, Authentication, 6). */
const denial = schemes[0] === 'session' ? 403 : 401;

const throttled = [onPressedService, asAlice, untilThrottled];
const guessing = [withField('username', 'mallory'), withField('password', 'wrong')];

const reading = {
  [denial]: [withWrongCredentials],
  404: [inUnknownFormat],
  406: [acceptingNothing],
  429: throttled,
};
const writing = { ...reading, [denial]: [anonymous] };
const writingBody = {
  ...writing,
  400: [asAlice, withoutField('code')],
  413: [asAlice, withTooLargeBody],
  415: [asAlice, inUnknownType],
  503: [whileOverloaded],
};
/** Before any body is read, somebody has to be the owner. */
const onSnippet = (steps) => [onSnippetOfAlice, ...steps];

module.exports = {
  getRoot: { ...reading, 200: [asAlice] },
  listSnippets: { ...reading, 200: [onSnippetOfAlice, asAlice], 400: [asAlice, withQuery('limit', '0')] },
  createSnippet: {
    ...writingBody,
    201: [asAlice],
    // Everybody who is known may, but for tokens without the scope.
    ...(schemes.includes('oauth2') && { 403: [asReader] }),
  },
  getSnippet: {
    ...reading,
    200: onSnippet([asAlice]),
    304: onSnippet([asAlice, ifChanged]),
    404: [asAlice, onMissingId],
  },
  updateSnippet: {
    ...writingBody,
    200: onSnippet([asAlice]),
    400: onSnippet(writingBody[400]),
    403: onSnippet([asBob]),
    404: [asAlice, onMissingId],
    412: onSnippet([asAlice, ifStale]),
    413: onSnippet(writingBody[413]),
    415: onSnippet(writingBody[415]),
  },
  deleteSnippet: {
    ...writing,
    204: onSnippet([asAlice]),
    403: onSnippet([asBob]),
    404: [asAlice, onMissingId],
    412: onSnippet([asAlice, ifStale]),
  },
  getSnippetHighlight: { ...reading, 200: onSnippet([asAlice]), 404: [asAlice, onMissingId] },
  getSnippetRaw: { ...reading, 200: onSnippet([asAlice]), 404: [asAlice, onMissingId] },
  listUsers: { ...reading, 200: [asAlice] },
  getUser: { ...reading, 200: [asAlice, onAlice], 404: [asAlice, onMissingId] },
  createToken: {
    200: [],
    400: [withField('password', 'wrong')],
    [denial]: [withWrongCredentials],
    413: [withTooLargeBody],
    415: [inUnknownType],
    429: [onPressedService, ...guessing, untilThrottled],
  },
  createAccessToken: {
    200: [byClient],
    400: [byClient, withField('password', 'wrong')],
    401: [byClient, withField('client_secret', 'wrong')],
    413: [withTooLargeBody],
    429: [onPressedService, byClient, ...guessing, untilThrottled],
  },
  showLogin: { 200: [], 404: [inUnknownFormat], 406: [acceptingNothing] },
  login: {
    200: [withForm, withField('password', 'wrong')],
    302: [withForm],
    400: [withFormHeader, withUnreadableForm],
    403: [],
    // Without a token it is 403 in any order.
    ...(denial === 401 && { 401: [withForm, overPlainHttp] }),
    404: [inUnknownFormat],
    406: [acceptingNothing],
    413: [withFormHeader, withTooLargeBody],
    415: [withFormHeader, inUnknownType],
    429: [onPressedService, withForm, ...guessing, untilThrottled],
  },
  logout: {
    302: [inNewSession],
    400: [withFormHeader, withUnreadableForm],
    403: [],
    404: [inUnknownFormat],
    406: [acceptingNothing],
    413: [withFormHeader, withTooLargeBody],
    415: [withFormHeader, inUnknownType],
    429: [onPressedService, withForm, untilThrottled],
  },
  getOpenapiJson: { 200: [], 304: [ifThere] },
  getOpenapiYaml: { 200: [], 304: [ifThere] },
  showExplorer: { 200: [], 404: [inUnknownFormat], 406: [acceptingNothing] },
  getLiveness: { 200: [] },
  getReadiness: { 200: [] },
};
