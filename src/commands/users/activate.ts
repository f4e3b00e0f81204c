/** `snippet-store users activate NAME` */
import type { Command } from '../command.js';
import { setActive } from './set-active.js';

export const activateUser: Command = {
  summary: 'let a deactivated user in again',
  args: ['NAME'],
  options: {},
  run: (call) => setActive(call, true),
};
