import { Checkbox } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isPermitted } from '#domain/rights/permission';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { entriesWindowLogic } from '#machines/changes/change-windows.logic';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { selectRows, selectSelection } from '#machines/table/collection.selectors';
import classes from '#ui/admin/changes/entries.module.css';
import { t } from '#ui/base/i18n.ts';
import { useShell } from '#ui/base/shell-context.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { timeAttribute, timeText } from '#ui/kit/cells/time-text.ts';
import { ErasurePlace } from '#ui/kit/changes/ErasurePlace.tsx';
import type { ListProps } from '#ui/kit/table/base/table-extras.ts';
import { binEntryOf, type BinEntry } from './bin-entry.ts';
import { BinItem } from './BinItem.tsx';
import { RESTORE } from './BinTools.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';

/** What was deleted, and may come back: records that went by one write stand together. */
export function RecycleBin({ collection }: ListProps) {
  const rows = useSelector(collection, selectRows);
  const isBusy = useSelector(collection, selectIsBusy);
  const facts = useSelector(useShell(), permissionFacts, (a, b) => a.urls === b.urls);
  const window = useLeafActor(entriesWindowLogic, { id: 'restoreOne' });
  const groups = Map.groupBy(rows.map(binEntryOf), ({ set, id }) => set || -id);
  const onRestore = isPermitted(RESTORE, facts)
    ? ({ id, resource }: BinEntry) => window.send({ type: 'disclosure.opened', shown: { ids: [id], resources: [resource] } })
    : null;
  return (
    <div className={classes.list} aria-busy={isBusy}>
      <ErasurePlace list={collection}>
        {[...groups].map(([set, entries]) => (
          <section key={set} className={classes.group}>
            <GroupHead entries={entries} collection={collection} />
            <ul className={classes.entries}>
              {entries.map((entry) => (
                <BinItem key={entry.id} entry={entry} collection={collection} onRestore={onRestore} />
              ))}
            </ul>
          </section>
        ))}
      </ErasurePlace>
      <RestoreDialog window={window} collection={collection} />
    </div>
  );
}

/** By whom and when; records that went together are chosen together. */
function GroupHead({ entries, collection }: Pick<ListProps, 'collection'> & { readonly entries: readonly BinEntry[] }) {
  const selection = useSelector(collection, selectSelection);
  const ids = entries.map(({ id }) => id);
  const chosen = ids.filter((id) => selection.includes(id)).length;
  const [first] = entries;
  if (!first) return null;
  const select = (isSelected: boolean) => {
    const others = selection.filter((id) => !ids.includes(id));
    collection.send({ type: 'collection.rowsSelected', ids: isSelected ? [...others, ...ids] : others });
  };
  return (
    <header className={classes.groupHead}>
      {entries.length > 1 && (
        <Checkbox
          aria-label={t('changes.bin.selectGroup', { count: entries.length })}
          checked={chosen === ids.length}
          indeterminate={chosen > 0 && chosen < ids.length}
          onChange={(event) => select(event.currentTarget.checked)}
        />
      )}
      <time dateTime={timeAttribute(first.at)}>{timeText(first.at)}</time>
      <span>{t('changes.bin.of', { who: first.who })}</span>
      {entries.length > 1 && <span>{t('changes.bin.group', { count: entries.length })}</span>}
    </header>
  );
}
