import { t } from '../../base/i18n.ts';
import { OutputView } from './OutputView.tsx';
import classes from './TaskOutput.module.css';
import { useOutputLines } from './use-output-lines.ts';

/** What a run of this page's list has said. */
export function TaskOutput({ runUuid, command }: { readonly runUuid: string; readonly command: string }) {
  const { lines, count } = useOutputLines(runUuid);
  if (count === 0) return <p className={classes.nothing}>{t('terminal.task.noOutput')}</p>;
  return <OutputView name={runUuid} command={command} lines={lines} count={count} />;
}
