import { Button } from '@mantine/core';
import { IconArchive, IconFileSpreadsheet, IconRestore, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { WaitingModule } from '#domain/modules/store-module';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectWaiting } from '#machines/modules/module-store.selectors';
import { selectModule, type ModuleStoreRef } from '#machines/modules/module-store.machine';
import { t } from '../../../base/i18n.ts';
import { timeAttribute, timeText } from '../../../kit/cells/time-text.ts';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { moduleText } from '../base/module-words.ts';
import classes from './store.module.css';

/** Modules that were removed and whose records wait: until when, and what can be done with them. */
export function WaitingModules({ store }: { readonly store: ModuleStoreRef }) {
  const waiting = useSelector(store, selectWaiting);
  if (waiting.length === 0)
    return (
      <EmptyState
        level={2}
        icon={<IconArchive size={32} stroke={1.5} />}
        title={t('modules.none.waiting')}
        text={t('modules.noneText.waiting')}
      />
    );
  return (
    <>
      <p className={classes.text}>{t('modules.waiting.text')}</p>
      <ul className={classes.entries} aria-label={t('modules.tab.waiting')}>
        {waiting.map((one) => (
          <Waiting key={one.uid} store={store} waiting={one} />
        ))}
      </ul>
    </>
  );
}

function Waiting({ store, waiting: { uid, rows, until } }: { readonly store: ModuleStoreRef; readonly waiting: WaitingModule }) {
  const module = useSelector(store, selectModule(uid));
  const isBusy = useSelector(store, selectIsBusy);
  const canReturn = module !== undefined && module.version === null;
  return (
    <li className={classes.entry}>
      <div className={classes.entryText}>
        <h2 className={classes.entryTitle}>{module ? moduleText(module.title) : uid}</h2>
        <p className={classes.by}>
          {t('modules.waiting.rows', { count: rows })} · {t('modules.waiting.until')}{' '}
          <time dateTime={timeAttribute(until)}>{timeText(until)}</time>
        </p>
        {!canReturn && <p className={classes.by}>{t(module ? 'modules.waiting.beside' : 'modules.waiting.noPackage')}</p>}
      </div>
      <div className={classes.entryActs}>
        {canReturn && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRestore size={16} aria-hidden />}
            disabled={isBusy}
            onClick={() => store.send({ type: 'module.chosen', uid })}
          >
            {t('modules.waiting.return')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => store.send({ type: 'records.saveRequested', uid })}
        >
          {t('modules.waiting.save')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => store.send({ type: 'records.purgeRequested', uid })}
        >
          {t('modules.waiting.purge')}
        </Button>
      </div>
    </li>
  );
}
