import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Found {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly target: readonly string[]; readonly failureSummary: string }[];
}

interface AxeOptions {
  readonly resultTypes: readonly ['violations'];
  readonly runOnly?: readonly string[];
}

interface AxeInPage {
  run(root: string, options: AxeOptions): Promise<{ readonly violations: readonly Found[] }>;
}

/** What of a page that was looked at can still be wrong in another scheme of colours. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Serious faults for people who cannot see or use a pointer.
 * @param within a selector; what lies outside of it is not looked at
 * @param rules the rules of axe to go by; all of its own choice where none are named
 * @returns one line for each rule that is broken, with the elements that break it
 */
export async function barriers(page: Page, within = 'body', rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ([root, only]) => {
      const { axe: inPage } = globalThis as unknown as { readonly axe: AxeInPage };
      return (await inPage.run(root, { resultTypes: ['violations'], ...(only && { runOnly: only }) })).violations;
    },
    [within, rules] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target.join(' ')} (${html.slice(0, 120)})`).join(', ')}`);
}
