// One entry for each status of each operation: the steps that make the request, in their order, or the reason why no
// request from outside can get the status. What is not named here comes from the usual row (`usual-row.cjs`). A run
// refuses to start when an entry is missing or no longer documented.
const { declared, cases, schemes } = require('./context.cjs');
const {
  byClient,
  inUnknownType,
  withField,
  withQuery,
  withTooLargeBody,
  withUnreadableForm,
} = require('./steps/bodies.cjs');
const { as, overPlainHttp, withWrongCredentials } = require('./steps/credentials.cjs');
const { onPressedService, untilThrottled, whileOverloaded } = require('./steps/limits.cjs');
const { ifThere, ifTooLong, inUnknownFormat } = require('./steps/negotiation.cjs');
const { inNewSession, withForm, withFormHeader } = require('./steps/pages.cjs');
const { onAlice, onMissingId, onSnippetOfAlice } = require('./steps/records.cjs');
const { usualRow } = require('./usual-row.cjs');

const asAlice = as('alice');

const BUG = 'only a bug of the service answers 500: the harness looks for one with every request';
const DATABASE = 'needs a database that does not answer: test/store/outage.test.ts takes it away';

/** The first scheme decides the status of a denial: 401 with its challenge, or 403 (specification, Authentication, 6). */
const hasChallenge = schemes[0] !== 'session';
const denial = hasChallenge ? 401 : 403;
const noChallenge = hasChallenge ? {} : { 401: 'sessions have no challenge, so denials are 403' };
/** Where a known user may do everything, the other status of a denial cannot come. */
const otherDenial = hasChallenge
  ? { 403: `${schemes[0]} has a challenge, so denials are 401, and nothing is denied to a known user` }
  : noChallenge;
const broken = { 500: BUG, 503: DATABASE };

const guessing = [withField('username', 'mallory'), withField('password', 'wrong')];

const rows = {
  listSnippets: { 400: [asAlice, withQuery('limit', '0')] },
  createSnippet: { 503: [whileOverloaded] },
  // Nothing is highlighted when the text stays as it is.
  updateSnippet: { 503: [withField('code', 'print("another text")'), whileOverloaded] },
  getUser: {
    200: [asAlice, onAlice],
    304: [asAlice, onAlice, ifThere],
    400: [asAlice, onAlice, ifTooLong],
    404: [asAlice, onMissingId],
  },
  createToken: {
    ...otherDenial,
    ...broken,
    200: [],
    400: [withField('password', 'wrong')],
    [denial]: [withWrongCredentials],
    413: [withTooLargeBody],
    415: [inUnknownType],
    429: [onPressedService, ...guessing, untilThrottled],
  },
  createAccessToken: {
    ...broken,
    200: [byClient],
    400: [byClient, withField('password', 'wrong')],
    401: [byClient, withField('client_secret', 'wrong')],
    413: [withTooLargeBody],
    429: [onPressedService, byClient, ...guessing, untilThrottled],
  },
  showLogin: { ...broken, 200: [], 404: [inUnknownFormat] },
  login: {
    ...noChallenge,
    ...broken,
    200: [withForm, withField('password', 'wrong')],
    302: [withForm],
    400: [withFormHeader, withUnreadableForm],
    403: [],
    // Without a CSRF token the answer is 403 in any order of the schemes.
    ...(denial === 401 && { 401: [withForm, overPlainHttp] }),
    404: [inUnknownFormat],
    413: [withFormHeader, withTooLargeBody],
    415: [withFormHeader, inUnknownType],
    429: [onPressedService, withForm, ...guessing, untilThrottled],
  },
  logout: {
    ...broken,
    302: [inNewSession],
    400: [withFormHeader, withUnreadableForm],
    403: [],
    404: [inUnknownFormat],
    413: [withFormHeader, withTooLargeBody],
    415: [withFormHeader, inUnknownType],
    429: [onPressedService, withForm, untilThrottled],
  },
  getSnippetHighlight: { 400: [onSnippetOfAlice, asAlice, withQuery('embed', 'no')] },
  getOpenapiJson: { 500: BUG, 200: [], 304: [ifThere], 400: [ifTooLong] },
  getOpenapiYaml: { 500: BUG, 200: [], 304: [ifThere], 400: [ifTooLong] },
  getApiCatalog: { 500: BUG, 200: [], 304: [ifThere], 400: [ifTooLong] },
  getSecurityTxt: { 500: BUG, 200: [], 304: [ifThere], 400: [ifTooLong] },
  showReference: { ...broken, 200: [], 404: [inUnknownFormat] },
  showExplorer: { ...broken, 200: [], 404: [inUnknownFormat] },
  getLiveness: { 500: BUG, 200: [] },
  getReadiness: { ...broken, 200: [] },
};

for (const operation of new Set(cases.map((documented) => documented.operation))) {
  const usual = usualRow(operation, { declared: declared[operation], denial, otherDenial, broken });
  rows[operation] = { ...usual, ...rows[operation] };
}

module.exports = rows;
