/** What axe-core has to say of a page in a real browser. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The size of targets is off by default. */
const RUN = "axe.run({ rules: { 'target-size': { enabled: true } } })";

export interface Violation {
  /** The rule's name. */
  readonly id: string;
  readonly impact: string;
  /** The elements, and what is wrong with each. */
  readonly nodes: readonly string[];
}

export async function findViolations(page: Page): Promise<Violation[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate(RUN)) as {
    violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  }));
}
