/** A request that a page of another site may have made: always 403, whatever the first scheme is. */
import { PermissionDenied } from '../../../errors/index.js';

export class CsrfFailed extends PermissionDenied {
  /** @param reason in the convention's words */
  constructor(reason: string) {
    super({ detail: `CSRF Failed: ${reason}` });
  }
}
