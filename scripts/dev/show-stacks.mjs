// The CONFIG module of `npm run dev`: a 500 shows the error and its stack. A CONFIG of one's own counts beside it.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { OWN_CONFIG } = process.env;
const own = OWN_CONFIG ? (await import(pathToFileURL(resolve(OWN_CONFIG)).href)).default : {};

export default {
  ...own,
  async handleError(error, context) {
    const answer = own.handleError ? await own.handleError(error, context) : context.standard;
    if (answer && answer.status !== 500) return answer;
    return {
      status: 500,
      headers: answer?.headers ?? {},
      body: { detail: String(error), ...answer?.body, stack: linesOf(error) },
    };
  },
};

/** Its own lines, and those of its causes. */
function linesOf(error) {
  if (!(error instanceof Error)) return [String(error)];
  const lines = (error.stack ?? String(error)).split('\n').map((line) => line.trim());
  return error.cause === undefined ? lines : [...lines, 'caused by', ...linesOf(error.cause)];
}
