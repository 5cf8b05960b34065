import { loadMessages } from '#ui/base/i18n.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';
import { commandCell, runDeviceCell, durationCell, lineCell } from './run-cells.tsx';

export const terminalRunWindows: SectionBundle = {
  // With the words of the terminal, by which the cells call its commands.
  Frame: lazyView(async () => {
    await loadMessages(['terminal']);
    return (await import('./RunsFrame.tsx')).RunsFrame;
  }),
  cells: { command: commandCell, line: lineCell, durationMs: durationCell, userAgent: runDeviceCell },
};
