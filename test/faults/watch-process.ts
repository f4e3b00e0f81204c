/** Whether the test can look at another process, as Linux tells it (proc(5)). */
import { existsSync } from 'node:fs';

/** For `{ skip }` of a test. */
export const skipWithoutProc: string | false = existsSync('/proc/self/status')
  ? false
  : 'needs /proc to look at another process';
