/** Looks whether every schema of a document can be judged by, before the first request is sent. */
import { CannotRun } from '../cannot-run.js';
import type { ContractDocument } from './model.js';
import type { Validators } from './validators.js';

/** Milliseconds: of a large document the rest is compiled when it is needed. */
const LONGEST = 1500;

/** @throws CannotRun naming the place of the schema that cannot */
export function checkSchemas({ operations }: ContractDocument, validators: Validators): void {
  const end = performance.now() + LONGEST;
  for (const { parameters, bodies, responses } of operations) {
    if (performance.now() > end) return;
    for (const { schema, pointer: at } of [...parameters, ...bodies])
      tryOut(at, () => validators.sent(schema));
    for (const { content, headers, pointer: at } of Object.values(responses)) {
      for (const { schema, pointer: where } of content) tryOut(where, () => validators.received(schema));
      for (const [name, { schema }] of Object.entries(headers))
        tryOut(`${at}/headers/${name}`, () => validators.received(schema));
    }
  }
}

function tryOut(pointer: string, compile: () => unknown): void {
  try {
    compile();
  } catch (error) {
    if (error instanceof CannotRun) throw new CannotRun(`${pointer}: ${error.message}`);
    throw error;
  }
}
