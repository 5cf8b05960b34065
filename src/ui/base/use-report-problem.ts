import { use } from 'react';
import { bring } from '#actors/base/lazy-code';
import { useApp } from './app-context.ts';
import { t } from './i18n.ts';
import { LogicsContext } from './lazy-bundles.ts';

/** What a button does that offers to report a problem, with what was thrown if anything was. */
export function useReportProblem(): (error?: unknown) => void {
  const handle = useApp();
  // A page that is drawn before its script has run offers it too.
  const logics = use(LogicsContext);
  const open = async (error: unknown) => {
    try {
      if (logics) (await bring(logics.bundles.problemWindow))(handle, error);
    } catch {
      handle.notices.send({ type: 'notice.raised', kind: 'failure', text: t('common.state.failed') });
    }
  };
  return (error) => void open(error);
}
