// Everyone who is measured: the service, and its peers.
import { djangoRest } from './django-rest.mjs';
import { fastify, fastifySame } from './fastify.mjs';
import { koa } from './koa.mjs';
import { pocketbase } from './pocketbase.mjs';
import { service } from './service.mjs';

/**
 * @typedef {{ store: string, data: string, count: number, folder: string,
 *   mongod?: { url(database: string): string } }} Place
 * @typedef {{ start(options?: object): Promise<import('../server-process.mjs').Running>,
 *   requests: Record<string, import('../requests.mjs').WorkRequest> }} Prepared
 * @typedef {{ key: string, name: string, stores: readonly string[], works?: readonly string[],
 *   install?(): string, prepare(place: Place): Promise<Prepared> }} Subject
 *   `works` is undefined for all of them; `install` throws where the peer cannot run here
 */

/** @type {readonly Subject[]} */
export const subjects = [service, fastify, fastifySame, koa, pocketbase, djangoRest];
