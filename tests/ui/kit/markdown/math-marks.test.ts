import { expect, it } from 'vitest';
import { withMathMarks } from '#ui/kit/markdown/math-marks.ts';

it.each([
  ['Let $x^2$ be it', 'Let $$x^2$$ be it'],
  [String.raw`Let \(x\) be it`, 'Let $$x$$ be it'],
  ['Let $x$ be it', 'Let $$x$$ be it'],
  [String.raw`\[a=b\]`, '\n\n$$\na=b\n$$\n\n'],
])('gives formulae one mark, however they are written: %s', (text, marked) => expect(withMathMarks(text)).toBe(marked));

it.each([
  'It costs $5, and $10 with tea',
  'From $5 to $10',
  '`$x^2$` is code',
  '```\n$x^2$\n```',
  String.raw`\$x^2$`,
  'US$5=HK$39',
  '$$x^2$$',
])('leaves prices, code and what is marked already: %s', (text) => expect(withMathMarks(text)).toBe(text));

it('a formula does not take long for many marks', () => {
  for (const text of ['$'.repeat(20_000), '$a '.repeat(7000), '\\('.repeat(10_000), '`$'.repeat(10_000)])
    expect(withMathMarks(text).length).toBeGreaterThan(0);
});
