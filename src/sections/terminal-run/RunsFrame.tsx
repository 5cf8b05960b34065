import { useSelector } from '@xstate/react';
import { pagePathOf } from '#domain/table/resource';
import { runIn, withoutRun } from '#domain/terminal/run-address';
import { selectTabsRef } from '#machines/shell/admin-shell.machine';
import { selectActiveTab, type TabsRef } from '#machines/shell/tabs.machine';
import { useApp } from '#ui/base/app-context.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import { useShell } from '#ui/base/shell-context.ts';
import { LazyDialog } from '#ui/kit/dialogs/LazyDialog.tsx';
import type { FrameProps } from '#ui/kit/table/base/table-extras.ts';
import { terminalRun } from './terminal-run.resource.ts';

const RunWindow = lazyView(async () => (await import('./RunWindow.tsx')).RunWindow);

const PAGE = `/admin/${pagePathOf(terminalRun)}`;

/** The list with the run that its address names. */
export function RunsFrame({ children }: FrameProps) {
  const tabs = useSelector(useShell(), selectTabsRef);
  return (
    <>
      {children}
      {tabs && <OpenRun tabs={tabs} />}
    </>
  );
}

function OpenRun({ tabs }: { readonly tabs: TabsRef }) {
  const { navigation } = useApp();
  const search = useSelector(tabs, (snapshot) => {
    const tab = selectActiveTab(snapshot);
    return tab?.section?.resource === terminalRun.name ? tab.search : '';
  });
  const run = runIn(search);
  const close = () => {
    if (run?.id) tabs.send({ type: 'section.recordShown', resource: terminalRun.name, record: null });
    else navigation.send({ type: 'navigation.requested', to: PAGE + withoutRun(search), mode: 'replace' });
  };
  return (
    <LazyDialog isOpen={run !== null}>
      {run && <RunWindow key={`${run.id} ${run.uuid}`} id={run.id} uuid={run.uuid} onClose={close} />}
    </LazyDialog>
  );
}
