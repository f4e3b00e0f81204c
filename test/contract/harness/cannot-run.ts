/** There is nothing to judge: no server, no document, no sense in the command line. The run ends with status 2. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}
