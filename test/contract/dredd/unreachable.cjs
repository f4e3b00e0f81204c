// The documented statuses that no request from outside brings about, each with its reason. The run fails when one of them
// is prepared as well, or no longer documented.
const { schemes } = require('./context.cjs');

const BUG = 'only a bug of the service answers 500: the harness looks for one with every request';
const DATABASE = 'needs a database that does not answer: test/collections/outage.test.ts takes it away';

const hasChallenge = schemes[0] !== 'session';

/** Of two ways to tell a denial the first scheme leaves one (specification, Authentication, 6). */
const noChallenge = hasChallenge ? {} : { 401: 'sessions have no challenge, so denials are 403' };

/** Where a known user may do everything, 403 is no more than the other way. */
const denied = hasChallenge
  ? { 403: `${schemes[0]} has a challenge, so denials are 401, and nothing is denied to a known user` }
  : noChallenge;

const broken = { 500: BUG, 503: DATABASE };

module.exports = {
  getRoot: { ...denied, ...broken },
  listSnippets: { ...denied, ...broken },
  createSnippet: { ...(schemes.includes('oauth2') ? noChallenge : denied), 500: BUG },
  getSnippet: { ...denied, ...broken },
  updateSnippet: { ...noChallenge, 500: BUG },
  deleteSnippet: { ...noChallenge, ...broken },
  getSnippetHighlight: { ...denied, ...broken },
  getSnippetRaw: { ...denied, ...broken },
  listUsers: { ...denied, ...broken },
  getUser: { ...denied, ...broken },
  createToken: { ...denied, ...broken },
  createAccessToken: broken,
  showLogin: broken,
  login: { ...noChallenge, ...broken },
  logout: broken,
  getOpenapiJson: { 500: BUG },
  getOpenapiYaml: { 500: BUG },
  showExplorer: { 500: BUG },
  getLiveness: { 500: BUG },
  getReadiness: broken,
};
