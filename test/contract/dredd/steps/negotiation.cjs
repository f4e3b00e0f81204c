// Forms that no address has, and copies that are still good, or no longer.

const inUnknownFormat = ({ query }) => query.set('format', 'xml');

const acceptingNothing = ({ headers }) => {
  headers.Accept = 'application/x-unheard-of';
};

const ifChanged = (draft) => {
  draft.headers['If-None-Match'] = draft.etag;
};

/** Of an address that has a version and no snippet: whatever it is. */
const ifThere = ({ headers }) => {
  headers['If-None-Match'] = '*';
};

/** Longer than any tag, and than the specification allows. */
const ifTooLong = ({ headers }) => {
  headers['If-None-Match'] = `"${'a'.repeat(2000)}"`;
};

const ifStale = ({ headers }) => {
  headers['If-Match'] = '"stale"';
};

module.exports = { acceptingNothing, ifChanged, ifStale, ifThere, ifTooLong, inUnknownFormat };
