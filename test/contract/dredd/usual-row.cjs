// The entries of an operation that statuses.cjs does not name: what follows from its method, path, parameters and body.
const { cases, schemes } = require('./context.cjs');
const { inUnknownType, withoutFields, withTooLargeBody } = require('./steps/bodies.cjs');
const { anonymous, as, asReader, withWrongCredentials } = require('./steps/credentials.cjs');
const { withMalformedKey, withNewKey, withUsedKey } = require('./steps/idempotency.cjs');
const { onPressedService, untilThrottled } = require('./steps/limits.cjs');
const {
  acceptingNothing,
  byForeignHost,
  ifStale,
  ifThere,
  ifThereTooLong,
  ifTooLong,
  inUnknownFormat,
} = require('./steps/negotiation.cjs');
const {
  collectionOf,
  creatorOf,
  onMissingId,
  onRecordOfAlice,
  withRecordOfAlice,
} = require('./steps/records.cjs');

const asAlice = as('alice');
const asBob = as('bob');

/** A header that is too long or malformed makes the request wrong. Without such a header only the host can be wrong. */
const WRONG_HEADERS = {
  'Idempotency-Key': withMalformedKey,
  'If-None-Match': ifTooLong,
  'If-Match': ifThereTooLong,
};

/**
 * @param operation its operationId
 * @param declared its documented statuses
 * @param denial the status of a denial; `otherDenial` and `broken` say why others cannot come
 * @returns steps or a reason by status: of the documented statuses, those that can be derived
 */
function usualRow(operation, { declared, denial, otherDenial, broken }) {
  const { method, path, parameters, requestType } = cases.find((known) => known.operation === operation);
  const collection = collectionOf(path);
  const onRecord = collection === undefined ? [] : [onRecordOfAlice(collection)];
  const isReading = method === 'GET';
  const isList = isReading && creatorOf(path);
  const changesRecord = path === `${collection}{id}/` && !isReading;
  const takesKey = parameters.includes('Idempotency-Key');
  const asOwner = [...onRecord, asAlice];
  const done = [...(isList ? [withRecordOfAlice(path)] : asOwner), ...(takesKey ? [withNewKey] : [])];
  const wrongHeader = Object.keys(WRONG_HEADERS).find((name) => parameters.includes(name));
  const row = {
    ...otherDenial,
    ...broken,
    [denial]: [isReading ? withWrongCredentials : anonymous],
    // Every known user may, except with a token that lacks the scope.
    ...(!isReading && schemes.includes('oauth2') && { 403: [...onRecord, asReader] }),
    ...(changesRecord && { 403: [...onRecord, asBob] }),
    200: done,
    201: done,
    204: done,
    304: [...asOwner, ifThere],
    400: wrongHeader ? [...asOwner, WRONG_HEADERS[wrongHeader]] : [byForeignHost],
    404: onRecord.length > 0 ? [asAlice, onMissingId] : [inUnknownFormat],
    406: [acceptingNothing],
    412: [...asOwner, ifStale],
    429: [onPressedService, asAlice, untilThrottled],
    ...(takesKey && { 422: [...asOwner, withUsedKey] }),
    ...(requestType && {
      400: [...asOwner, withoutFields],
      413: [...asOwner, withTooLargeBody],
      415: [...asOwner, inUnknownType],
    }),
  };
  return Object.fromEntries(Object.entries(row).filter(([status]) => declared.includes(status)));
}

module.exports = { usualRow };
