import type { AppHandle } from '../../base/app-context.ts';
import { loadMessages, t } from '../../base/i18n.ts';

/** Opens the live charts beside whatever the page shows, or closes them. Code and words come now. */
export async function toggleFlowPanel(handle: AppHandle): Promise<void> {
  try {
    const [{ openFlowPanel }] = await Promise.all([import('./open-panel.tsx'), loadMessages(['flows'])]);
    openFlowPanel(handle);
  } catch {
    handle.notices.send({ type: 'notice.raised', kind: 'failure', text: t('common.state.failed') });
  }
}
