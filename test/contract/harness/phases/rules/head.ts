/** HEAD answers as GET does, without the body (RFC 9110, 9.3.2). */
import { isSuccess } from '../../answer.js';
import type { Operation } from '../../document/model.js';
import { plainCase } from '../../generation/examples.js';
import type { Run } from '../../run.js';
import { madeBy } from '../attempt.js';
import type { Resource } from '../resources.js';

const CHECK = 'head_conformance';
/** RFC 9110, 15.5.6 and 15.6.2: HEAD is not there. */
const UNSUPPORTED = [405, 501];
const COMPARED = ['content-type', 'etag', 'last-modified', 'content-length', 'link', 'vary', 'cache-control'];

export async function head(run: Run, operation: Operation, resource: Resource): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CHECK, operation)) return;
  const plain = plainCase(run.material, operation, 'coverage', resource.path);
  const read = await run.send({ ...plain, mode: 'neutral' });
  if (!isSuccess(read.answer) || !read.answer.isWhole) return;
  const asked = await run.send({ ...plain, mode: 'neutral', method: 'HEAD', about: 'HEAD' });
  const { status } = asked.answer;
  if (UNSUPPORTED.includes(status) && !operation.siblings.includes('HEAD')) return;
  const again = await run.send({ ...plain, mode: 'neutral' });
  run.countCheck(CHECK);
  const tell = (message: string, subject: string) =>
    void run.report(
      CHECK,
      { message, pointer: operation.pointer, subject, operation: `HEAD ${operation.path}` },
      [...madeBy(resource, read), read, asked],
    );
  if (status !== read.answer.status)
    return tell(`GET got ${read.answer.status}, and HEAD got ${status}.`, 'status');
  for (const name of COMPARED) {
    const { [name]: value } = read.answer.headers;
    const { [name]: other } = asked.answer.headers;
    // What differs between two GETs may differ here, too; of a length HEAD need not tell.
    if (value === undefined || again.answer.headers[name] !== value || value === other) continue;
    if (other === undefined && name !== 'content-type' && name !== 'etag') continue;
    tell(`${name} of GET is ${value}, and of HEAD ${other ?? 'missing'}.`, name);
  }
}
