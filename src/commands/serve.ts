/** `snippet-store serve` */
import type { Command } from 'commander';
import { readSettings } from '../config/index.js';
import { SETTINGS } from '../config/settings.js';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service')
    .option('--host <HOST>', 'the address to listen on (variable HOST)')
    .option('--port <PORT>', 'the port to listen on, 0 for any free one (variable PORT)')
    .addHelpText(
      'after',
      `
Standard output says "listening on http://HOST:PORT" when requests are accepted; the log is on standard error.
SIGTERM, SIGINT and SIGHUP stop the service after the requests in flight; a second one stops it at once.

Settings are environment variables. Lists are separated by commas. NAME_FILE is a file with the value of NAME.
${settingLines()}`,
    )
    .action(async ({ host: HOST, port: PORT }: { host?: string; port?: string }) => {
      const settings = await readSettings(undefined, { HOST, PORT });
      // Loaded here, so that the other commands start without the whole application.
      const { runService } = await import('./run-service.js');
      await runService(settings);
    });
}

function settingLines(): string {
  return Object.entries(SETTINGS)
    .map(([name, { byDefault, meaning }]) => {
      const shown = byDefault ? ` (default: ${byDefault})` : '';
      return `  ${name.padEnd(28)}  ${meaning}${shown}`;
    })
    .join('\n');
}
