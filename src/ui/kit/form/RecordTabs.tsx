import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense, type ReactNode } from 'react';
import type { Resource } from '#domain/table/resource';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import type { RecordFormRef } from '#machines/table/record-form.machine';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import classes from './form.module.css';

const RecordHistory = lazyView(async () => {
  await loadMessages(['changes', 'notifications']);
  return (await import('../changes/RecordHistory.tsx')).RecordHistory;
});

interface RecordTabsProps {
  readonly form: RecordFormRef;
  readonly resource: Resource;
  readonly id: number;
  /** The record itself. It stays while its history is looked at, with what was typed and what is being uploaded. */
  readonly children: ReactNode;
}

/** The record, and beside it everything that was ever written to it. */
export function RecordTabs({ form, resource, id, children }: RecordTabsProps) {
  const history = useLeafActor(disclosureMachine, { id: 'historyTab' });
  const isHistory = useSelector(history, selectIsOpen);
  return (
    <Tabs
      value={isHistory ? 'history' : 'record'}
      onChange={(tab) => history.send({ type: tab === 'history' ? 'disclosure.opened' : 'disclosure.closed' })}
    >
      <Tabs.List className={classes.tabs} aria-label={t('resources.kit.form.tabs')}>
        <Tabs.Tab value="record">{t('resources.kit.form.recordTab')}</Tabs.Tab>
        <Tabs.Tab value="history">{t('resources.kit.form.historyTab')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="record">{children}</Tabs.Panel>
      <Tabs.Panel value="history">
        {isHistory && (
          <Suspense
            fallback={
              <div className={classes.historyPlace}>
                <Spinner />
              </div>
            }
          >
            <RecordHistory resource={resource} id={id} form={form} />
          </Suspense>
        )}
      </Tabs.Panel>
    </Tabs>
  );
}
