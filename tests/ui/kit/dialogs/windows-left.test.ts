import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Windows that are closed without a word to the machine that writes in them, each with why nobody is deceived by it. */
const CLOSED_AT_ONCE: Readonly<Record<string, string>> = {
  'src/sections/admin/ExplainWindow.tsx': 'it only asks',
  'src/sections/chat-model/TrialWindow.tsx': 'a trial keeps nothing',
  'src/sections/problem-report/RecordingWindow.tsx': 'it only reads',
  'src/sections/terminal-run/RunWindow.tsx': 'it only reads: the run goes on by itself',
  'src/sections/webhook-delivery/DeliveryWindow.tsx': 'the list is asked for anew whatever came of sending it once more',
  'src/sections/webhook/TestWindow.tsx': 'a trial keeps nothing',
  'src/ui/admin/programs/SecretIssue.tsx': 'its closing asks itself whether a secret is on its way',
  'src/ui/admin/shell/layout/LayoutDrawer.tsx': 'what is chosen counts at once, in this browser',
  'src/ui/admin/site/PreviewWindow.tsx': 'it only shows',
  'src/ui/kit/changes/HistoryDialog.tsx': 'what it undoes is a window of its own',
  'src/ui/kit/fields/icon/IconSelectDialog.tsx': 'it chooses, and the form writes',
  'src/ui/kit/files/AttachmentPicker.tsx': 'it chooses, and the form writes',
  'src/ui/kit/help/HelpDrawer.tsx': 'it only reads',
  'src/ui/kit/help/HelpTool.tsx': 'it only reads',
  'src/ui/kit/table/MoveDialog.tsx': 'the list moves the row, and outlives the window',
  'src/ui/kit/table/export/ExportDialog.tsx': 'a file is fetched and nothing is written',
  'src/ui/kit/table/import/ImportDialog.tsx': 'the list keeps the import, and it is found there again',
  'src/ui/admin/terminal/PlaybackDialog.tsx': 'it only plays what was kept',
  'src/ui/admin/shell/palette/CommandPalette.tsx': 'what is begun there is done beside it',
};

/** Parts of which windows are made; they are closed as whoever draws them says. */
const PARTS = /\/(?:AlertModal|ConfirmDialog|HeldModal|TrialDialog|DialogSpecimens)\.tsx$/u;
const WINDOW = /<(?:Modal|Modal\.Root|Drawer|Drawer\.Root|AlertModal|TrialDialog)\b/u;
/** What the window itself is told by being closed; the events of what merely opens and closes say nothing to a machine that writes. */
const TOLD = /\bsend\(\{ type: '(?!rowWindow\.|disclosure\.)[^']+'/u;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => join('src', name));

/** How a window is closed: the expression itself, or what it names in the same file. */
function closingIn(text: string): string {
  const [, expression = ''] =
    /<(?:Modal|Modal\.Root|Drawer|Drawer\.Root|AlertModal|TrialDialog)\b[^>]*?\bonClose=\{([^\n]+)\}/su.exec(text) ?? [];
  if (!/^\w+$/u.test(expression)) return expression;
  return new RegExp(`const ${expression} = ([^;]+);`, 'u').exec(text)?.[1] ?? '';
}

const isTold = (text: string): boolean => text.includes('...leaving({') || TOLD.test(closingIn(text));

it('a window is closed by the machine that writes in it, or holds while it does: it would be done, and nobody told', () => {
  const found = files
    .filter((file) => !PARTS.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
    .filter(([, text]) => WINDOW.test(text) && !isTold(text))
    .map(([file]) => file);
  expect(found.sort()).toEqual(Object.keys(CLOSED_AT_ONCE).sort());
});
