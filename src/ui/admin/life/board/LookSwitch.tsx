import { ActionIcon } from '@mantine/core';
import { IconChartBar, IconLayoutKanban, IconTable } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { Look } from '#domain/table/table-settings';
import { selectTable, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import classes from '../state.module.css';

const LOOKS = [
  ['list', 'asList', IconTable],
  ['board', 'asBoard', IconLayoutKanban],
  ['report', 'asReport', IconChartBar],
] as const satisfies readonly (readonly [Look, string, unknown])[];

/** Whether records are seen as a list, in columns by their states, or by how long they stayed there. */
export function LookSwitch({ collection }: { readonly collection: CollectionRef }) {
  const { look: shown = 'list' } = useSelector(collection, selectTable);
  const choose = (look: Look) => {
    collection.send({ type: 'collection.tableArranged', table: { look } });
    // The board has led records on meanwhile.
    if (shown === 'board' && look === 'list') collection.send({ type: 'collection.refreshed' });
  };
  return (
    <fieldset className={classes.look} aria-label={t('resources.kit.table.look')}>
      {LOOKS.map(([look, word, Icon]) => (
        <ActionIcon
          key={look}
          variant={look === shown ? 'light' : 'default'}
          {...(look === shown && { color: 'jade' })}
          size={36}
          aria-label={t(`resources.kit.table.${word}`)}
          title={t(`resources.kit.table.${word}`)}
          aria-pressed={look === shown}
          onClick={() => choose(look)}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      ))}
    </fieldset>
  );
}
