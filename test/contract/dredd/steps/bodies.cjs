// Bodies that are refused, and fields that a right request needs.

const withField = (name, value) => (draft) => {
  draft.fields[name] = value;
};

/** Of use where a field is required. */
const withoutFields = (draft) => {
  draft.fields = {};
};

const withQuery = (name, value) => (draft) => draft.query.set(name, value);

/** No UTF-8 under the percent-encoding. */
const withUnreadableForm = (draft) => {
  draft.raw = 'next=%FF';
};

const withTooLargeBody = (draft) => {
  draft.raw = ' '.repeat(draft.service.maxBodyBytes + 1);
};

const inUnknownType = (draft) => {
  draft.type = 'application/x-unheard-of';
  draft.raw = 'anything';
};

/** Id and secret of the client that the deployment knows. */
const byClient = (draft) => Object.assign(draft.fields, draft.service.client);

module.exports = {
  byClient,
  inUnknownType,
  withField,
  withoutFields,
  withQuery,
  withTooLargeBody,
  withUnreadableForm,
};
