/** Ends a service that its store does not accept any more. */
import { OperatorError } from '../errors/operator-error.js';
import { type Store, StoreRefused } from '../store/index.js';
import { OtherSecretKey, refuseOtherSecretKey } from '../store/secret-fingerprint.js';

/** How long a service goes on issuing tokens under a key that `secret rotate` has replaced. */
const LOOK_EVERY_MS = 2_000;

/**
 * @returns rejects with an OperatorError when the store was written by a newer release or belongs to another SECRET_KEY.
 *   MongoDB may answer only long after the start, and `secret rotate` may run beside the service.
 */
export function storeRefusal(
  { ready, meta }: Pick<Store, 'ready' | 'meta'>,
  secretKey: string,
): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = (reason: string, cause: unknown) => {
      clearInterval(timer);
      reject(new OperatorError(reason, { cause }));
    };
    ready.catch((error: unknown) => {
      if (error instanceof StoreRefused) refuse(`refusing to serve this store: ${error.message}`, error);
    });
    const timer = setInterval(async () => {
      try {
        await refuseOtherSecretKey(meta, secretKey);
      } catch (error) {
        // That the store does not answer is told by readiness.
        if (error instanceof OtherSecretKey)
          refuse(
            '`secret rotate` has changed the SECRET_KEY of the store: start again with the new key',
            error,
          );
      }
    }, LOOK_EVERY_MS).unref();
  });
}
