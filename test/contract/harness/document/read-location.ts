/** Reads what an address answers. `fetch` would not: to it some ports are closed (Fetch, 2.9), where services run all the same. */
import { isSuccess } from '../answer.js';
import { makeSender } from '../send.js';

const REDIRECTS = 5;
const SECONDS = 30;

/**
 * @param options `leavesHost`: whether it follows redirects to another host
 * @throws Error when there is no answer, or none with a document
 */
export async function readLocation(
  location: string,
  { leavesHost = true, redirects = REDIRECTS } = {},
): Promise<string> {
  const url = new URL(location);
  const sender = makeSender(url, SECONDS * 1000);
  try {
    const target = `${url.pathname}${url.search}`;
    const answer = await sender.send({ method: 'GET', target, headers: {}, body: undefined });
    const { location: next } = answer.headers;
    if (answer.status >= 300 && answer.status < 400 && next !== undefined && redirects > 0) {
      const target = new URL(next, url);
      if (!leavesHost && target.origin !== url.origin) throw new Error('it leads to another host');
      return await readLocation(target.href, { leavesHost, redirects: redirects - 1 });
    }
    if (!isSuccess(answer)) throw new Error(`it answers ${answer.status}`);
    if (!answer.isWhole) throw new Error(`it has not ended within ${SECONDS} s, or is too large`);
    return answer.bytes.toString('utf8');
  } finally {
    sender.close();
  }
}
