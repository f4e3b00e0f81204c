/** Refuses a query that no declared index can answer, when its text is first used. */
import { Unsupported } from './unsupported.js';

/** A condition, except the subquery by which a delete chooses its rows. */
const CONDITION = / where (?!_id in \(select _id )/;

/**
 * A filter must become an index search, and a sort must follow an index. Without this check, a mistake would
 * show only when the collection is large.
 *
 * @param plan the result of EXPLAIN QUERY PLAN for the text: id, parent, unused, detail
 */
export function checkPlan(sql: string, plan: readonly (readonly unknown[])[]): void {
  for (const [, , , detail] of plan) {
    const step = String(detail);
    if (step.includes('TEMP B-TREE')) throw refusal('sorts in memory', step, sql);
    if (/^SCAN (?!json_each|sqlite_|\w+ VIRTUAL|\(subquery)/.test(step) && CONDITION.test(sql)) {
      throw refusal('reads the whole collection', step, sql);
    }
  }
}

function refusal(reason: string, step: string, sql: string): Unsupported {
  return new Unsupported(`No declared index answers this query, it ${reason} (${step}): ${sql}`);
}
