import type { ReactNode } from 'react';
import type { KeptRun } from '#domain/terminal/kept-run';
import { deedText, durationText } from '#ui/admin/terminal/task-words.ts';
import { text } from '#ui/base/i18n.ts';
import { CELLS } from '#ui/kit/cells/registry.ts';
import { timeTip } from '#ui/kit/cells/time-text.ts';
import { fieldLabel } from '#ui/kit/resource-texts.ts';
import { runDeviceText } from './run-cells.tsx';
import classes from './run.module.css';
import { terminalRun } from './terminal-run.resource.ts';

const STATUS = terminalRun.fields.status;
const NONE = '—';

const fact = (field: keyof typeof terminalRun.fields, value: ReactNode) => (
  <div>
    <dt>{fieldLabel(terminalRun, field)}</dt>
    <dd>{value}</dd>
  </div>
);

/** All that is kept of a run beside its output. */
export function RunFacts({ run }: { readonly run: KeptRun }) {
  const status = {
    resource: terminalRun,
    fieldKey: 'status',
    field: STATUS,
    record: { status: run.status },
    title: '',
    mayEdit: false,
    cdnUrl: '',
  };
  return (
    <>
      <p className={classes.head}>
        {CELLS[STATUS.kind](status)}
        <strong>{deedText(run.command) ?? run.command}</strong>
        <code>{run.line || run.command}</code>
      </p>
      <dl className={classes.facts}>
        {fact('adminId', run.adminName || text('resources.terminalRun.run.gone', { id: run.adminId }))}
        {fact('createTime', timeTip(run.startedAt))}
        {fact('endTime', run.endedAt === null ? NONE : timeTip(run.endedAt))}
        {fact('durationMs', run.durationMs === null ? NONE : durationText(run.durationMs))}
        {fact('exitCode', run.exitCode ?? NONE)}
        {fact('ip', run.ip || NONE)}
        {fact('userAgent', run.userAgent ? <span title={run.userAgent}>{runDeviceText(run.userAgent)}</span> : NONE)}
        {fact(
          'uuid',
          <code className={classes.uuid} title={run.uuid}>
            {run.uuid}
          </code>,
        )}
      </dl>
    </>
  );
}
