import { useSelector } from '@xstate/react';
import type { MouseEvent, ReactNode } from 'react';
import { RECORD_PARAM } from '#domain/table/record-address';
import { selectTabsRef } from '#machines/shell/admin-shell.machine';
import { useShell } from '#ui/base/shell-context.ts';
import cells from '#ui/kit/cells/cells.module.css';
import classes from './run.module.css';
import { terminalRun } from './terminal-run.resource.ts';

interface RunLinkProps {
  readonly id: number;
  readonly children: ReactNode;
}

/** Leads to a run over the list as it is; with a key held, the browser opens a tab of its own. */
export function RunLink({ id, children }: RunLinkProps) {
  const tabs = useSelector(useShell(), selectTabsRef);
  const open = (event: MouseEvent) => {
    if (!tabs || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    tabs.send({ type: 'section.recordShown', resource: terminalRun.name, record: id });
  };
  return (
    <a className={`${cells.clip} ${classes.open}`} href={`?${RECORD_PARAM}=${id}`} data-clip onClick={open}>
      {children}
    </a>
  );
}
