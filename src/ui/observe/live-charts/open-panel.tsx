import { createRoot } from 'react-dom/client';
import { AppHandleContext, type AppHandle } from '../../base/app-context.ts';
import { LiveChartsPanel } from './LiveChartsPanel.tsx';

const PANEL_ID = 'flow-panel';

/** @returns whether it was open */
export function closeFlowPanel(): boolean {
  const open = document.getElementById(PANEL_ID);
  open?.dispatchEvent(new CustomEvent('close'));
  return open !== null;
}

/**
 * Draws the panel beside the application instead of inside it: it weighs nothing until it is opened, and stays when a page breaks.
 * Opened again, it closes.
 * @param chosen whose chart is shown at first
 */
export function openFlowPanel(handle: AppHandle, chosen?: string): void {
  if (closeFlowPanel()) return;
  const opener = document.activeElement;
  const host = document.createElement('div');
  host.id = PANEL_ID;
  document.body.append(host);
  const root = createRoot(host);
  const close = () => {
    root.unmount();
    host.remove();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
  host.addEventListener('close', close);
  root.render(
    <AppHandleContext value={handle}>
      <LiveChartsPanel onClose={close} chosen={chosen} />
    </AppHandleContext>,
  );
}
