import { use } from 'react';
import { useApp, type AppHandle } from '../app/app-context.ts';
import { t } from '../app/i18n.ts';
import { LeafLogicsContext, type LateLogics } from '../kit/leaf-logics.ts';

/** What a button does that offers to report a problem. The window's code and words come with the first press. */
export function useReportProblem(): (error?: unknown) => void {
  const handle = useApp();
  const { problemDesk } = use(LeafLogicsContext);
  return (error) => void openWindow(handle, problemDesk, error);
}

async function openWindow(handle: AppHandle, desk: LateLogics['problemDesk'], error: unknown): Promise<void> {
  try {
    const [{ openProblemDialog }, newDesk] = await Promise.all([import('./open-dialog.tsx'), desk()]);
    openProblemDialog(handle, newDesk(), error);
  } catch {
    handle.notices.send({ type: 'notice.raised', kind: 'failure', text: t('common.state.stranded') });
  }
}
