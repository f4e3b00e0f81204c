/** `snippet-store throttles clear --user NAME | --ip IP` */
import { isIP } from 'node:net';
import type { Command } from 'commander';
import { OperatorError } from '../errors/operator-error.js';
import { clearThrottlesOfIp, clearThrottlesOfName } from '../pipeline/throttling/clear-throttles.js';
import { normalizeUserName } from '../store/user-name.js';
import { withStore } from './with-store.js';

interface ClearOptions {
  readonly user?: string;
  readonly ip?: string;
}

export function addThrottleCommands(throttles: Command): void {
  throttles
    .command('clear')
    .description('let a user or an IP address in again before the rate allows it')
    .option('--user <NAME>', 'the failed logins with this name')
    .option('--ip <IP>', 'the requests and failed logins of this address')
    .hook('preAction', (command) => {
      const { user, ip }: ClearOptions = command.opts();
      if ((user === undefined) === (ip === undefined)) command.error('expected either --user or --ip');
    })
    .action(
      withStore(async ({ store, print }, { user, ip }: ClearOptions) => {
        const cleared =
          ip === undefined
            ? await clearThrottlesOfName(store, userNameOf(user ?? ''))
            : await clearThrottlesOfIp(store, ipOf(ip));
        print({ cleared }, `Cleared ${cleared} ${cleared === 1 ? 'counter' : 'counters'}.`);
      }),
    );
}

/** The user need not exist: wrong passwords for unknown names count too. */
function userNameOf(given: string): string {
  const username = normalizeUserName(given);
  if (username === undefined) throw new OperatorError(`"${given}" is no user name`);
  return username;
}

function ipOf(given: string): string {
  if (isIP(given) === 0) throw new OperatorError(`"${given}" is no IP address`);
  return given;
}
