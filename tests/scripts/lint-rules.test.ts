import { resolve } from 'node:path';
import { expect, it } from 'vitest';

interface Rule {
  readonly create: (context: { readonly report: () => void }) => { readonly CallExpression: (node: unknown) => void };
}

const { default: plugin } = (await import(resolve('scripts/lint/troupe.mjs'))) as {
  readonly default: { readonly rules: Readonly<Record<string, Rule>> };
};

/** Whether `thing.matches(…)` with this literal is reported. */
function isReported(value: string): boolean {
  let count = 0;
  const callee = { type: 'MemberExpression', property: { name: 'matches' } };
  const rule = plugin.rules['no-state-paths']?.create({ report: () => void (count += 1) });
  rule?.CallExpression({ callee, arguments: [{ type: 'Literal', value }] });
  return count === 1;
}

it('views ask elements for selectors, and machines for no state, be it a path with dots', () => {
  expect(['settled', 'signedIn.settled', 'a.b.c'].map(isReported)).toEqual([true, true, true]);
  expect([':disabled, [readonly]', ':popover-open', '.shown', '#content', 'li > a', '[data-tip]'].map(isReported)).toEqual(
    Array.from({ length: 6 }, () => false),
  );
});
