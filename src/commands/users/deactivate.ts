/** `snippet-store users deactivate NAME` */
import type { Command } from '../command.js';
import { setActive } from './set-active.js';

export const deactivateUser: Command = {
  summary: 'keep a user out at once; the snippets stay',
  args: ['NAME'],
  options: {},
  run: (call) => setActive(call, false),
};
