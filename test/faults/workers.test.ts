/** Workers that die, hang or are still starting when the service stops. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch, type Service, serve, temporaryFolder } from '../commands/snippet-store.js';
import { isFull } from '../helpers/full.js';
import { childrenOf, skipWithoutProc } from './watch-process.js';
