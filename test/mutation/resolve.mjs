// Module hook: test files get the collecting stand-in for `node:test`.
const STAND_IN = new URL('node-test.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  return specifier === 'node:test' ? { url: STAND_IN, shortCircuit: true } : next(specifier, context);
}
