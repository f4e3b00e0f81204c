/** A stage of the pipeline, and the composition of all stages. */
import type { Middleware } from 'koa';
import type { ApiRequest } from './api-request.js';

/** Continues with the next stage. */
export type Next<Request> = (request: Request) => Promise<void>;

/**
 * Takes a request of one phase and hands it to `next` in the same or a later phase. It throws to refuse the request,
 * and answers it by not calling `next`.
 *
 * A stage that seldom waits is not an async function, because an async function costs every request a promise. Frequent
 * refusals are returned as rejected promises: an error that is thrown through ten stages costs as much as running them.
 */
export type Stage<In extends ApiRequest, Out extends ApiRequest = In> = (
  request: In,
  next: Next<Out>,
) => Promise<void>;

type AnyStage = (request: never, next: Next<unknown>) => Promise<void>;

/**
 * The type of a list in which the stages before each stage add what it needs; a stage at the wrong place does not
 * compile.
 */
type InOrder<Stages extends readonly AnyStage[], Phase = ApiRequest> = Stages extends readonly [
  (request: infer In, next: Next<infer Out>) => Promise<void>,
  ...infer Later extends readonly AnyStage[],
]
  ? Phase extends In
    ? readonly [Stages[0], ...InOrder<Later, Phase & Out>]
    : readonly [(request: Phase, next: never) => Promise<void>, ...AnyStage[]]
  : readonly [];

/** Puts the stages one inside the other, as koa-compose does, once at the start. */
export function compose<const Stages extends readonly AnyStage[]>(
  stages: Stages & InOrder<Stages>,
): (request: ApiRequest) => Promise<void> {
  // `InOrder` has checked the phases, which a loop cannot follow.
  const untyped = stages as readonly AnyStage[] as readonly Stage<ApiRequest>[];
  return untyped.reduceRight<Next<ApiRequest>>(
    (next, stage) => (request) => stage(request, next),
    () => Promise.resolve(),
  );
}

/** Runs a middleware of Koa as a stage. */
export function fromKoa(middleware: Middleware): Stage<ApiRequest> {
  return async (request, next) => {
    await middleware(request.ctx, () => next(request));
  };
}
