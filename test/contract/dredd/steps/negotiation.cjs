// Formats that no path has, and conditions about the version that a client knows.

const inUnknownFormat = ({ query }) => query.set('format', 'xml');

const acceptingNothing = ({ headers }) => {
  headers.Accept = 'application/x-unheard-of';
};

/** Whatever the version is. */
const ifThere = ({ headers }) => {
  headers['If-None-Match'] = '*';
};

/** Longer than any tag, and than the specification allows. */
const ifTooLong = ({ headers }) => {
  headers['If-None-Match'] = `"${'a'.repeat(2000)}"`;
};

/** Of the record that is there, and longer than the specification allows. */
const ifThereTooLong = (draft) => {
  draft.headers['If-Match'] = `${draft.etag}, "${'a'.repeat(2000)}"`;
};

const ifStale = ({ headers }) => {
  headers['If-Match'] = '"stale"';
};

/** The service listens on loopback, so it refuses every name that DNS could resolve. */
const byForeignHost = ({ headers }) => {
  headers.Host = 'not-this-service.example';
};

module.exports = {
  acceptingNothing,
  byForeignHost,
  ifStale,
  ifThere,
  ifThereTooLong,
  ifTooLong,
  inUnknownFormat,
};
