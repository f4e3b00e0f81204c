/** For modules of hooks: their types, and a function that checks them while they are written. */
import type { Hooks } from './hooks.js';

export type { CustomData, CustomFormat, HookContext, HookExchange, Hooks } from './hooks.js';

export const defineHooks = (hooks: Hooks): Hooks => hooks;
