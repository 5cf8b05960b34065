import { use } from 'react';
import { askAgain } from '#actors/base/lazy-code';
import { useApp } from './app-context.ts';
import { t } from './i18n.ts';
import { LeafLogicsContext } from './leaf-logics.ts';

/** What a button does that offers to report a problem, with what was thrown if anything was. */
export function useReportProblem(): (error?: unknown) => void {
  const handle = useApp();
  const { problemWindow } = use(LeafLogicsContext);
  const open = async (error: unknown) => {
    try {
      (await problemWindow())(handle, error);
    } catch {
      askAgain();
      handle.notices.send({ type: 'notice.raised', kind: 'failure', text: t('common.state.failed') });
    }
  };
  return (error) => void open(error);
}
