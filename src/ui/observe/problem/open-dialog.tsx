import { createRoot } from 'react-dom/client';
import type { ProblemDialogBundle } from '#actors/observe/problem-dialog.actors';
import { AppHandleContext, type AppHandle } from '../../base/app-context.ts';
import { brokenCodeOf } from './broken-code.ts';
import { ProblemDialog } from './ProblemDialog.tsx';

const HOST_ID = 'problem-dialog';

/** Draws the window beside the application instead of inside it: every page can open it, and it stays when the page goes or breaks. */
export function openProblemDialog(handle: AppHandle, viewer: ProblemDialogBundle, error: unknown): void {
  if (document.getElementById(HOST_ID)) return;
  const opener = document.activeElement;
  const host = document.createElement('div');
  host.id = HOST_ID;
  document.body.append(host);
  const root = createRoot(host);
  const close = () => {
    root.unmount();
    host.remove();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
  root.render(
    <AppHandleContext value={handle}>
      <ProblemDialog viewer={viewer} broken={brokenCodeOf(error)} onClose={close} />
    </AppHandleContext>,
  );
}
