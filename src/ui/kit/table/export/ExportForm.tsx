import { Button, Radio, Stack } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { EXPORT_FORMATS, exportableFields } from '#domain/table/export-columns';
import { groupedCount } from '#domain/base/grouped-digits';
import type { Resource } from '#domain/table/resource';
import { MAX_IDS } from '#domain/table/resource-query';
import { selectQuery, selectSelection, selectTable, selectTotal, type CollectionRef } from '#machines/table/collection.selectors';
import { selectExport, selectExportOutcome, type ExportRef, type exportMachine } from '#machines/table/export.machine';
import { t } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { shownColumns } from '../base/columns.ts';
import { ExportColumns } from './ExportColumns.tsx';
import { ExportOutcome } from './ExportOutcome.tsx';
import classes from './export.module.css';
import dialog from '../base/file-dialog.module.css';

interface ExportFormProps {
  readonly logic: typeof exportMachine;
  readonly collection: CollectionRef;
  readonly resource: Resource;
  readonly onClose: () => void;
}

/** The list as it is now, on its way into a file. */
export function ExportForm({ logic, collection, resource, onClose }: ExportFormProps) {
  const query = useSelector(collection, selectQuery);
  const chosen = useSelector(collection, selectSelection);
  // More than a call takes: the file can have all that is found.
  const ids = chosen.length > MAX_IDS ? [] : chosen;
  const table = useSelector(collection, selectTable);
  const total = useSelector(collection, selectTotal);
  const shown = shownColumns(resource, table).map(({ key }) => key);
  const columns = shown.filter((key) => exportableFields(resource).includes(key));
  const actor = useLeafActor(logic, { id: `export:${resource.name}`, input: { resource: resource.name, query, ids, columns } });
  return <ExportView actor={actor} resource={resource} total={total} selected={chosen.length} asShown={columns} onClose={onClose} />;
}

interface ExportViewProps {
  readonly actor: ExportRef;
  readonly resource: Resource;
  readonly total: number;
  /** Of the list; more than a call takes are counted here only. */
  readonly selected: number;
  /** The columns of the list. */
  readonly asShown: readonly string[];
  readonly onClose: () => void;
}

export function ExportView({ actor, resource, total, selected, asShown, onClose }: ExportViewProps) {
  const { format, scope, columns } = useSelector(actor, selectExport);
  const outcome = useSelector(actor, selectExportOutcome);
  const isBusy = outcome === 'busy';
  const canStart = useSelector(actor, (snapshot) => snapshot.can({ type: 'export.requested' }));
  const counts = { found: total, chosen: selected };
  const tooMany = t('tables.export.chosenTooMany', { max: MAX_IDS });
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('tables.export.format')}
        value={format}
        onChange={(value) => actor.send({ type: 'export.formatChosen', format: value })}
      >
        <div className={classes.choices}>
          {EXPORT_FORMATS.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`tables.export.${value}`)}
              description={t(`tables.export.${value}Hint`)}
              disabled={isBusy}
            />
          ))}
        </div>
      </Radio.Group>
      {selected === 0 ? (
        <p className={classes.scope}>{t('tables.export.found', { count: groupedCount(total) })}</p>
      ) : (
        <Radio.Group
          label={t('tables.export.scope')}
          value={scope}
          onChange={(value) => actor.send({ type: 'export.scopeChosen', scope: value })}
        >
          <div className={classes.choices}>
            {(['chosen', 'found'] as const).map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`tables.export.${value}`, { count: groupedCount(counts[value]) })}
                description={value === 'chosen' && selected > MAX_IDS && tooMany}
                disabled={isBusy || (value === 'chosen' && selected > MAX_IDS)}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      <ExportColumns
        resource={resource}
        chosen={columns}
        asShown={asShown}
        isDisabled={isBusy}
        onChange={(next) => actor.send({ type: 'export.columnsChosen', columns: next })}
      />
      <ExportOutcome actor={actor} />
      <div className={dialog.buttons}>
        <Button variant="default" onClick={isBusy ? () => actor.send({ type: 'export.cancelled' }) : onClose}>
          {isBusy ? t('tables.export.cancel') : t('tables.export.close')}
        </Button>
        <Button loading={isBusy} disabled={!isBusy && !canStart} onClick={() => actor.send({ type: 'export.requested' })}>
          {outcome === 'saved' ? t('tables.export.again') : t('tables.export.start')}
        </Button>
      </div>
    </Stack>
  );
}
