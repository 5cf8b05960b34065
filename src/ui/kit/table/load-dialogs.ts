import { loadMessages } from '../../base/i18n.ts';

/** Windows over a table that few open, with their words. Tables know of this file alone, which lists for them what each consists of. */
export const loadDialog = {
  history: async () => (await Promise.all([import('../changes/HistoryDialog.tsx'), loadMessages(['changes'])]))[0].HistoryDialog,
  move: async () => (await Promise.all([import('./MoveDialog.tsx'), loadMessages(['tables'])]))[0].MoveDialog,
} as const;
