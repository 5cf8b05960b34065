import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const WINDOWS = /import \{[^}]*\b(?:Modal|Drawer|Menu|Popover)\b[^}]*\} from '@mantine\/core';/u;
/** Of the member centre, and of what it shares with the back office. */
const FOLDERS = ['src/ui/member', 'src/ui/kit/session', 'src/ui/kit/external'];

it('has every view of the member centre that opens a window bring its styles: no page before it need have done so', () => {
  const views = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => `${folder}/${file}`),
  );
  const opening = views.filter((file) => WINDOWS.test(readFileSync(file, 'utf8')));
  expect(opening).toEqual(expect.arrayContaining(['src/ui/kit/session/PasskeysView.tsx', 'src/ui/member/entry/ResetDialog.tsx']));
  expect(opening.filter((file) => !/'[./]*(?:kit\/)?form-styles\.ts'/u.test(readFileSync(file, 'utf8')))).toEqual([]);
});
