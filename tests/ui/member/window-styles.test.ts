import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const WINDOWS = /import \{[^}]*\b(?:Modal|Drawer|Menu|Popover)\b[^}]*\} from '@mantine\/core';/u;

it('has every view of the member centre that opens a window bring its styles: no page before it need have done so', () => {
  const views = readdirSync('src/ui/member', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const opening = views.filter((file) => WINDOWS.test(readFileSync(`src/ui/member/${file}`, 'utf8')));
  expect(opening).toContain('safety/Passkeys.tsx');
  expect(opening.filter((file) => !readFileSync(`src/ui/member/${file}`, 'utf8').includes('kit/form-styles.ts'))).toEqual([]);
});
