import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { RichText } from '#ui/site/chat/rich/RichText.tsx';

beforeAll(async () => {
  await startMessages('en');
  await loadMessages(['chatThread']);
});
afterEach(cleanup);

const WAIT = { timeout: 10_000 };
const drawn = (text: string, copy: (copied: string) => void = () => {}) => render(<RichText text={text} copy={copy} />).container;

it('an answer tells the words of a program apart, and copies it as it is', async () => {
  const copied: string[] = [];
  const source = 'const leaf = "茶"; // <b>';
  const page = drawn(`\`\`\`ts\n${source}\n\`\`\``, (text) => void copied.push(text));
  expect((await screen.findByText('const', {}, WAIT)).className).toBe('hljs-keyword');
  expect(page.querySelector('pre')?.textContent).toBe(source);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Copy code' }));
  expect(copied).toEqual([source]);
  expect(
    [...page.querySelectorAll('pre *')].map(({ localName }) => localName).filter((name) => name !== 'span' && name !== 'code'),
  ).toEqual([]);
});

it('an answer leaves code of a language that nobody knows as it is', () => {
  expect(drawn('```quetzal\na = b\n```').querySelector('pre')?.textContent).toBe('a = b');
});

it('an answer draws formulae as MathML, in a line and apart, and what is none as its source', async () => {
  const page = drawn('So $a^2 + b^2 = c^2$ and\n\n$$\n\\int_0^1 x^2\\,dx = \\frac{1}{3}\n$$\n\nand $\\nonsense{x}$, for $5 or $10.');
  await expect.poll(() => page.querySelectorAll('math').length, WAIT).toBe(2);
  const [inLine, apart] = page.querySelectorAll('math');
  expect(inLine?.querySelectorAll('msup')).toHaveLength(3);
  expect([apart?.getAttribute('display'), apart?.querySelector('mfrac')?.textContent]).toEqual(['block', '13']);
  expect(page.querySelector('annotation')).toBeNull();
  expect(page.textContent).toContain('for $5 or $10.');
  expect([...page.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([String.raw`\nonsense{x}`]);
});

it.each([
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\includegraphics{https://elsewhere.example/x.png}`,
  String.raw`\htmlData{onclick=alert(1)}{x}`,
  String.raw`\htmlStyle{background:url(https://elsewhere.example)}{x}`,
  String.raw`\text{<img src=x onerror=alert(1)>}`,
  String.raw`\def\a{\a\a}\a`,
  String.raw`\color{red;background:url(x)}{x}`,
])('makes no address, style, handler or foreign element of a formula: %s', async (source) => {
  const page = drawn(`$$\n${source}\n$$`);
  await expect.poll(() => page.querySelector('math, code'), WAIT).not.toBeNull();
  await Promise.resolve();
  for (const element of page.querySelectorAll('math, math *'))
    for (const { name } of element.attributes)
      expect(name).toMatch(/^(?:display|mathvariant|stretchy|fence|mathcolor|width|height|lspace|rspace|separator|xmlns)$/u);
  expect(page.querySelector('img, a, script, [href], [style], [onclick]')).toBeNull();
});
