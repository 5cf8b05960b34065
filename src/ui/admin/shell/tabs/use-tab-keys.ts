import { useHotkeys } from '@mantine/hooks';
import type { TabsRef } from '#machines/shell/tabs.machine';

/** Next to the browser's own, which pages are not given. */
export const REOPEN_KEYS = 'Alt+Shift+T';

/** What the keyboard does with tabs from anywhere on the page but from where one types. By place, since Alt makes other letters. */
export const useTabKeys = (tabs: TabsRef): void =>
  useHotkeys([['alt+shift+T', () => tabs.send({ type: 'tab.reopenRequested', path: null }), { usePhysicalKeys: true }]]);
