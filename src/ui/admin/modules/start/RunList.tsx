import { IconHistory } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ModuleRun } from '#domain/modules/store-module';
import { selectRuns } from '#machines/modules/module-store.selectors';
import { selectModule, type ModuleStoreRef } from '#machines/modules/module-store.machine';
import { hasText, t, text } from '../../../base/i18n.ts';
import { timeAttribute, timeText } from '../../../kit/cells/time-text.ts';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { moduleText } from '../base/module-words.ts';
import classes from './store.module.css';

/** What was done with modules, the newest first. */
export function RunList({ store }: { readonly store: ModuleStoreRef }) {
  const runs = useSelector(store, selectRuns);
  if (runs.length === 0)
    return (
      <EmptyState
        level={2}
        icon={<IconHistory size={32} stroke={1.5} />}
        title={t('modules.none.runs')}
        text={t('modules.noneText.runs')}
      />
    );
  return (
    <ol className={classes.runs} aria-label={t('modules.tab.runs')}>
      {runs.map((run) => (
        <Run key={run.id} store={store} run={run} />
      ))}
    </ol>
  );
}

function Run({ store, run }: { readonly store: ModuleStoreRef; readonly run: ModuleRun }) {
  const module = useSelector(store, selectModule(run.uid));
  const key = `modules.run.${run.kind}`;
  const name = module ? moduleText(module.title) : run.uid;
  return (
    <li className={classes.run}>
      <span>{text(hasText(key) ? key : 'modules.run.other', { name, kind: run.kind, from: run.from ?? '', to: run.to ?? '' })}</span>
      <span className={classes.by}>
        {run.by ?? t('modules.run.nobody')} · <time dateTime={timeAttribute(run.at)}>{timeText(run.at)}</time>
      </span>
    </li>
  );
}
