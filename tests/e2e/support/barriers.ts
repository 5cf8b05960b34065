import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Found {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly target: readonly string[]; readonly failureSummary: string }[];
}

interface AxeInPage {
  run(root: string, options: { readonly resultTypes: readonly ['violations'] }): Promise<{ readonly violations: readonly Found[] }>;
}

/**
 * Serious faults for people who cannot see or use a pointer.
 * @param within a selector; what lies outside of it is not looked at
 * @returns one line for each rule that is broken, with the elements that break it
 */
export async function barriers(page: Page, within = 'body'): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (root) => {
    const { axe: inPage } = globalThis as unknown as { readonly axe: AxeInPage };
    return (await inPage.run(root, { resultTypes: ['violations'] })).violations;
  }, within);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target.join(' ')} (${html.slice(0, 120)})`).join(', ')}`);
}
