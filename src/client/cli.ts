#!/usr/bin/env node
// The entry point of the command `snippets`.
import { runClient } from './run-client.js';

// A reader that has seen enough (`snippets list | head -1`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runClient(process.argv.slice(2));
