/** The answer to a path that lacks its last slash. */
import { ApiError } from '../../errors/index.js';
import { quoteInput } from '../../errors/quote-input.js';

export class MovedPermanently extends ApiError {
  static override readonly raised = false;
  override readonly status: number;

  /** 308 keeps the method and the body, which 301 does not promise (RFC 9110, 15.4.2 and 15.4.9). */
  constructor(method: string, location: string) {
    super({
      detail: `This path ends with a slash: ${quoteInput(location)}`,
      headers: { Location: location },
    });
    this.status = method === 'GET' || method === 'HEAD' ? 301 : 308;
  }
}
