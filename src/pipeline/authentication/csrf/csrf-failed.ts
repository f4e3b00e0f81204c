/** A request that a page of another site may have sent: always 403, whatever the first scheme is. */
import { PermissionDenied } from '../../../errors/index.js';

export class CsrfFailed extends PermissionDenied {
  /** @param reason the fixed text of the convention */
  constructor(reason: string) {
    super({ detail: `CSRF Failed: ${reason}` });
  }
}
