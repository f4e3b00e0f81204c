/** Limits for parsing a form of an unknown sender, so that a small compressed body cannot cost seconds. */

/** Far more fields than any form of the contract has. */
export const MAX_FIELDS = 1000;

/** Bytes of the header lines of one part. */
export const MAX_PART_HEAD = 16 * 1024;

/** Characters of a boundary (RFC 2046, 5.1.1); searching for a long one takes quadratic time. */
export const MAX_BOUNDARY = 70;

/** Lines in the content of one part that start like the boundary. No client chooses a boundary that is in its content. */
export const MAX_FALSE_DELIMITERS = 1000;
