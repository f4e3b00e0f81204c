/** What a form may cost to take apart, before anybody is known: a small compressed body must not buy seconds. */

/** More fields than any form of the contract has, by far. */
export const MAX_FIELDS = 1000;

/** Bytes of the header lines of one part. */
export const MAX_PART_HEAD = 16 * 1024;

/** Characters of a boundary (RFC 2046, 5.1.1); a long one makes looking for it quadratic. */
export const MAX_BOUNDARY = 70;
