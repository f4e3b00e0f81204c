/** `snippet-store serve` */
import type { Command } from '../command.js';

export const serve: Command = {
  summary: 'run the service',
  args: [],
  options: {
    host: { value: 'HOST', summary: 'the address to listen on (variable HOST)' },
    port: { value: 'PORT', summary: 'the port to listen on, 0 for any free one (variable PORT)' },
  },
  notes: `Standard output says "listening on http://HOST:PORT" when requests are accepted; the log is on standard error.
SIGTERM and SIGINT stop the service after the requests in flight; a second one stops it at once.`,
  async run({ values, readSettings }) {
    const overrides: Record<string, string> = {};
    if (values.host !== undefined) overrides.HOST = values.host;
    if (values.port !== undefined) overrides.PORT = values.port;
    const settings = await readSettings(overrides);
    // Loaded here, so that the other commands start without the whole application.
    const { runService } = await import('./run-service.js');
    await runService(settings);
  },
};
