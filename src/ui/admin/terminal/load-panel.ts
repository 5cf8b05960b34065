import { loadMessages } from '../../base/i18n.ts';

/** The panel with its words. The header knows of this file alone, which lists for it what the panel consists of. */
export async function loadPanel() {
  const [{ TerminalPanel }] = await Promise.all([import('./TerminalPanel.tsx'), loadMessages(['terminal'])]);
  return TerminalPanel;
}
