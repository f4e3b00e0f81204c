/** What axe-core has to say of a page in a real browser. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of many that are alike, axe looks at the first three. */
const ALIKE = ['.rows li', '.numbers a', '.operation', '[role="option"]', 'option'];
const LOOKED_AT = JSON.stringify({ exclude: ALIKE.map((part) => `${part}:nth-of-type(n + 4)`) });

/** Only violations are described; the size of targets is off by default. */
const ALL = "{ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }";

/** The rules that look at colours. */
const COLOURS = "{ resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] }";

export interface Violation {
  /** The rule's name. */
  readonly id: string;
  readonly impact: string;
  /** The elements, and what is wrong with each. */
  readonly nodes: readonly string[];
}

export async function findViolations(page: Page): Promise<Violation[]> {
  await page.evaluate(axe);
  return run(page, ALL);
}

/** For a page that was looked at in another colour scheme before: only its colours are different now. */
export async function findColourViolations(page: Page): Promise<Violation[]> {
  // On its way from one colour to the other an element has neither.
  await page.evaluate('for (const change of document.getAnimations()) change.finish()');
  return run(page, COLOURS);
}

async function run(page: Page, options: string): Promise<Violation[]> {
  const { violations } = (await page.evaluate(`axe.run(${LOOKED_AT}, ${options})`)) as {
    violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  }));
}
