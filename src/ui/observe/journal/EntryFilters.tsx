import { useSelector } from '@xstate/react';
import { selectFilter, type JournalPlayerRef } from '#machines/observe/journal-player.machine';
import { t } from '../../base/i18n.ts';
import classes from './EntryList.module.css';

interface EntryFiltersProps {
  readonly player: JournalPlayerRef;
  readonly shown: number;
  readonly total: number;
}

/** Which entries are listed: by actor, by event, by who said so. */
export function EntryFilters({ player, shown, total }: EntryFiltersProps) {
  const { actor, event, kind } = useSelector(player, selectFilter);
  return (
    <div className={classes.filters}>
      {(['actor', 'event'] as const).map((name) => (
        <input
          key={name}
          type="search"
          className={`tp-input ${classes.search}`}
          value={{ actor, event }[name]}
          aria-label={t(`journal.filter.${name}`)}
          placeholder={t(`journal.filter.${name}`)}
          spellCheck={false}
          onChange={({ currentTarget }) => player.send({ type: 'player.filtered', filter: { [name]: currentTarget.value } })}
        />
      ))}
      <label className={classes.deeds} title={t('journal.filter.deedsHint')}>
        <input
          type="checkbox"
          checked={kind === 'deeds'}
          onChange={({ currentTarget }) =>
            player.send({ type: 'player.filtered', filter: { kind: currentTarget.checked ? 'deeds' : 'all' } })
          }
        />
        {t('journal.filter.deeds')}
      </label>
      <output className={classes.count}>{t('journal.entries.count', { shown, total })}</output>
    </div>
  );
}
