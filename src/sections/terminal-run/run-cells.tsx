import { deviceOf } from '#domain/base/device';
import { deedText, durationText } from '#ui/admin/terminal/task-words.ts';
import type { CellProps } from '#ui/kit/cells/cell.ts';
import cells from '#ui/kit/cells/cells.module.css';
import { emptyCell } from '#ui/kit/cells/empty-cell.tsx';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';
import { RunLink } from './RunLink.tsx';
import classes from './run.module.css';

/** What the command does and its key; one press opens the run. */
export function commandCell({ record }: CellProps) {
  const command = scalarText(record['command']);
  return (
    <RunLink id={Number(record['id'])}>
      {deedText(command) ?? command}
      {deedText(command) && <code className={classes.key}>{command}</code>}
    </RunLink>
  );
}

export function lineCell({ record, fieldKey }: CellProps) {
  const line = scalarText(record[fieldKey]);
  if (line === '') return emptyCell();
  return (
    <code className={`${cells.clip} ${classes.line}`} data-clip>
      {line}
    </code>
  );
}

export function durationCell({ record, fieldKey }: CellProps) {
  const ms = record[fieldKey];
  return typeof ms === 'number' ? <span className={cells.number}>{durationText(ms)}</span> : emptyCell();
}

export function runDeviceCell({ record, fieldKey }: CellProps) {
  const told = scalarText(record[fieldKey]);
  if (told === '') return emptyCell();
  return (
    <span className={cells.clip} data-clip data-tip={told}>
      {runDeviceText(told)}
    </span>
  );
}

/** Browser and system by their names; as the browser said it where they are not known. */
export function runDeviceText(told: string): string {
  const { browser, system } = deviceOf(told);
  return [browser, system].filter(Boolean).join(' · ') || told;
}
