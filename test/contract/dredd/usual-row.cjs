// The entries of an operation that statuses.cjs does not name: what follows from its method, its path and its body.
const { cases, schemes } = require('./context.cjs');
const { inUnknownType, withoutFields, withTooLargeBody } = require('./steps/bodies.cjs');
const { anonymous, as, asReader, withWrongCredentials } = require('./steps/credentials.cjs');
const { byForeignHost } = require('./steps/hosts.cjs');
const { onPressedService, untilThrottled } = require('./steps/limits.cjs');
const { acceptingNothing, ifChanged, ifStale, inUnknownFormat } = require('./steps/negotiation.cjs');
const { collectionOf, onRecordOfAlice } = require('./steps/records.cjs');
const { onMissingId } = require('./steps/snippets.cjs');

const asAlice = as('alice');
const asBob = as('bob');

/**
 * @param operation its operationId
 * @param declared its documented statuses
 * @param denial the status of a denial; `otherDenial` and `broken` say why others cannot come
 * @returns steps or a reason by status: of the documented statuses, those that can be derived
 */
function usualRow(operation, { declared, denial, otherDenial, broken }) {
  const { method, path, requestType } = cases.find((known) => known.operation === operation);
  const collection = collectionOf(path);
  const onRecord = collection === undefined ? [] : [onRecordOfAlice(collection)];
  const isReading = method === 'GET';
  const changesRecord = path === `${collection}{id}/` && !isReading;
  const done = [...onRecord, asAlice];
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
    304: [...done, ifChanged],
    // A wrong parameter cannot be derived; a foreign host is refused on every path.
    400: [byForeignHost],
    404: onRecord.length > 0 ? [asAlice, onMissingId] : [inUnknownFormat],
    406: [acceptingNothing],
    412: [...done, ifStale],
    429: [onPressedService, asAlice, untilThrottled],
    ...(requestType && {
      400: [...done, withoutFields],
      413: [...done, withTooLargeBody],
      415: [...done, inUnknownType],
    }),
  };
  return Object.fromEntries(Object.entries(row).filter(([status]) => declared.includes(status)));
}

module.exports = { usualRow };
