// Replaces what differs between two runs of the same service: dates, ports, request ids, secrets and tokens.

/** By header name, whatever the value is. */
const VARYING = new Set(['date', 'x-request-id']);

/** @type {readonly [RegExp, string][]} */
const TEXTS = [
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  [/localhost:\d+/g, 'localhost:PORT'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME'],
  [/(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'DATE'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'UUID'],
  [/((?:__Host-)?(?:sessionid|csrfseed|csrftoken)(?:\.sig)?=)[^;"]+/g, '$1SECRET'],
  [/(name="csrfmiddlewaretoken" value=")[^"]*/g, '$1SECRET'],
  [/("(?:token|access_token|refresh_token)":\s*")[^"]*/g, '$1SECRET'],
  // Assets are served under a hash of all of them.
  [/\/assets\/[0-9a-f]{12}\//g, '/assets/HASH/'],
  // A cursor holds the time of the snippet that it follows.
  [/([?&](?:amp;)?after=)[0-9a-z]+-/g, '$1TIME-'],
  [/\b\d+ (seconds?|minutes?)(?= ago)/g, 'N $1'],
  [/(Expected available in )\d+ seconds?/g, '$1N seconds'],
];

/** Retry-After and the age of a session count down with the clock. */
const COUNTING = new Set(['retry-after']);

/**
 * @param {import('./exchange.mjs').Answer} answer
 * @returns {string} the answer as text, the same for each run
 */
export function normalise({ statusLine, headers, body }) {
  const isCoded = headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  const lines = headers.map(([name, value]) => {
    const lower = name.toLowerCase();
    if (VARYING.has(lower)) return `${name}: VARIES`;
    if (COUNTING.has(lower)) return `${name}: SECONDS`;
    // A secret in the body compresses to more or fewer bytes.
    if (isCoded && lower === 'content-length') return `${name}: LENGTH`;
    return `${name}: ${normaliseText(value)}`;
  });
  // Headers mean the same in any order (RFC 9110, 5.3).
  return [statusLine, ...lines.sort(), '', normaliseText(body)].join('\n');
}

/** @param {string} text */
function normaliseText(text) {
  let normal = text;
  for (const [pattern, replacement] of TEXTS) normal = normal.replace(pattern, replacement);
  return normal;
}

/**
 * The metrics count time and memory: their names and labels are what two builds share.
 * @param {string} text
 */
export function normaliseMetrics(text) {
  return text.replace(/^([^#\n][^\n]*) [^\s]+$/gm, '$1 N');
}
