/** The cookie that names a browser's session. */

export const SESSION_COOKIE = 'sessionid';

/** 14 days. */
export const SESSION_AGE_MS = 14 * 24 * 60 * 60 * 1000;
