import { describe, expect, it } from 'vitest';
import { fieldsPage, type Kind } from './support/fields-page.ts';
import { openScene } from './support/stage.ts';

/** What is typed into a field of each kind in a real browser, and refused there. */
const stage = openScene();
const { input, type } = fieldsPage(stage);

/** What is refused when it is left. */
const REFUSED = {
  mobile: '123',
  idNumber: '110105194912310021',
  account: '1st',
  variableName: '1tea',
  email: 'tea@',
  number: '2000',
  integer: '2000',
  year: '0',
  color: 'green',
} as const satisfies Partial<Record<Kind, string>>;

describe('what is typed', () => {
  it.each(Object.entries(REFUSED) as [Kind, string][])('%s is refused at its field', async (kind, text) => {
    await type(kind, text);
    await expect.poll(() => input(kind).getAttribute('aria-invalid')).toBe('true');
  });
});
