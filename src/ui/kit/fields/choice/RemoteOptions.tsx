import { Combobox } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectOptions,
  selectOptionsFailure,
  selectSearchText,
  selectUntold,
  type RemoteSelectRef,
} from '#machines/fields/remote-select.machine';
import { t } from '../../../base/i18n.ts';
import classes from '../base/fields.module.css';
import { deniedOptions } from './denied-options.ts';

/** What the last entries of the list are submitted as. */
export const MORE_OPTION = 'more';
export const RETRY_OPTION = 'retry';

const INDENT_PX = 18;

interface RemoteOptionsProps {
  readonly actor: RemoteSelectRef;
  readonly value: number | null;
  /** Records that may not be chosen here. */
  readonly banned: readonly number[];
}

/** The list under a remote select; it always says why it is empty. */
export function RemoteOptions({ actor, value, banned }: RemoteOptionsProps) {
  const options = useSelector(actor, selectOptions);
  const isBusy = useSelector(actor, selectIsBusy);
  const failure = useSelector(actor, selectOptionsFailure);
  const of = useSelector(actor, ({ context }) => context.of);
  const denied = failure && deniedOptions(of, failure);
  const hasText = useSelector(actor, selectSearchText) !== '';
  const hasMore = useSelector(actor, (snapshot) => snapshot.can({ type: 'select.moreRequested' }));
  const untold = useSelector(actor, selectUntold);
  return (
    <>
      {untold > 0 && (
        <Combobox.Header className={classes.untold}>
          {t('resources.kit.fields.treeCut', {
            shown: groupedCount(options.length),
            total: groupedCount(options.length + untold),
          })}
        </Combobox.Header>
      )}
      <Combobox.Options mah={280} className={classes.options}>
        {options.map((option) => (
          <Combobox.Option
            key={option.value}
            value={String(option.value)}
            active={option.value === value}
            selected={option.value === value}
            disabled={banned.includes(option.value)}
            style={{ paddingInlineStart: 12 + option.depth * INDENT_PX }}
          >
            {option.label}
          </Combobox.Option>
        ))}
        {failure && denied === null && (
          <Combobox.Option value={RETRY_OPTION}>
            {t('resources.kit.fields.optionsFailed')} · {t('resources.kit.fields.retry')}
          </Combobox.Option>
        )}
        {hasMore && <Combobox.Option value={MORE_OPTION}>{t('resources.kit.fields.loadMore')}</Combobox.Option>}
        {denied !== null && <Combobox.Empty>{denied}</Combobox.Empty>}
        {options.length === 0 && !failure && (
          <Combobox.Empty>
            {isBusy ? t('resources.kit.fields.loading') : hasText ? t('resources.kit.fields.noMatch') : t('resources.kit.fields.noOptions')}
          </Combobox.Empty>
        )}
      </Combobox.Options>
    </>
  );
}
