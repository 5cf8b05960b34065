import { IconSearch } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { PATH_WALKERS } from '#domain/observe/path-report';
import { t } from '../../base/i18n.ts';
import classes from './CoverageFilters.module.css';
import type { CoverageStore } from './coverage-store.ts';

interface FilterProps {
  readonly store: CoverageStore;
}

/** Whose walks are looked at. */
export function WalkerSwitch({ store }: FilterProps) {
  const walker = useSelector(store, ({ context }) => context.walker);
  return (
    <fieldset className={classes.walkers}>
      <legend>{t('coverage.walkers.label')}</legend>
      {PATH_WALKERS.map((one) => (
        <label key={one}>
          <input type="radio" name="walker" checked={one === walker} onChange={() => store.trigger.walkerChosen({ walker: one })} />
          {t(`coverage.walkers.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}

export function GapFilter({ store }: FilterProps) {
  const hasGapsOnly = useSelector(store, ({ context }) => context.hasGapsOnly);
  return (
    <label className={classes.gaps}>
      <input type="checkbox" checked={hasGapsOnly} onChange={() => store.trigger.gapsToggled()} />
      {t('coverage.gapsOnly')}
    </label>
  );
}

export function MachineSearch({ store }: FilterProps) {
  const search = useSelector(store, ({ context }) => context.search);
  return (
    <label className={`tp-input ${classes.search}`}>
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <input
        type="search"
        value={search}
        aria-label={t('coverage.search')}
        placeholder={t('coverage.search')}
        onChange={({ currentTarget }) => store.trigger.searched({ text: currentTarget.value })}
      />
    </label>
  );
}
