/** Refuses a query that no declared index answers, the first time that its text is seen. */
import { Unsupported } from './unsupported.js';

/** A condition, other than the choice of the rows that a delete makes by a query of its own. */
const CONDITION = / where (?!_id in \(select _id )/;

/**
 * A filter has to become an index search, and a sort has to follow an index. Without this a mistake would
 * show only when the collection has grown large.
 *
 * @param plan what EXPLAIN QUERY PLAN answers for the text: id, parent, unused, detail
 */
export function checkPlan(sql: string, plan: readonly (readonly unknown[])[]): void {
  for (const [, , , detail] of plan) {
    const step = String(detail);
    if (step.includes('TEMP B-TREE')) throw refusal('sorts in memory', step, sql);
    if (/^SCAN (?!json_each|sqlite_|\(subquery)/.test(step) && CONDITION.test(sql)) {
      throw refusal('reads the whole collection', step, sql);
    }
  }
}

function refusal(reason: string, step: string, sql: string): Unsupported {
  return new Unsupported(`No declared index answers this query, it ${reason} (${step}): ${sql}`);
}
