import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconFilter, IconListTree, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense, type ComponentType } from 'react';
import { canImport } from '#domain/table/import-file';
import type { Resource } from '#domain/table/resource';
import { groupsOf } from '#domain/table/resource-query';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectAbilities,
  selectExpanded,
  selectHasChosen,
  selectQuery,
  selectTable,
  type CollectionRef,
} from '#machines/table/collection.selectors';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { loadMessages, t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { newKey } from '../../../base/new-key.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { ExportMenu } from '../export/ExportMenu.tsx';
import { ChosenActions } from './ChosenActions.tsx';
import { QuickSearch } from './QuickSearch.tsx';
import type { ListProps, SectionBundle, TableExtras } from '../base/table-extras.ts';
import { hasDeedOnChosen, shownActionsOf } from '../base/table-shape.ts';
import { TableSettingsMenu } from '../columns/TableSettingsMenu.tsx';
import classes from './toolbar.module.css';

// What it is called and what it opens with come after the list.
const SavedViewsMenu = lazyView(
  async () => (await Promise.all([import('../views/SavedViewsMenu.tsx'), loadMessages(['savedViews'])]))[0].SavedViewsMenu,
);

// A heading sorts where there is one.
const SortMenu = lazyView(async () => (await import('../columns/SortMenu.tsx')).SortMenu);
const ImportMenu = lazyView(async () => (await import('../import/ImportMenu.tsx')).ImportMenu);

/** Those of the line that are there from the start. */
export const toolbarParts = (): readonly Promise<void>[] => [SavedViewsMenu.preload(), ImportMenu.preload()];

interface TableToolbarProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
  /** Rows are shown in columns, which can be chosen. */
  readonly hasColumns?: boolean;
  readonly deleteWords?: TableExtras['deleteWords'] | undefined;
  readonly newRecord?: SectionBundle['newRecord'] | undefined;
  /** What else may be done with the chosen records. */
  readonly Chosen?: ComponentType<ListProps> | undefined;
  /** What the section adds to the line. */
  readonly Tools?: ComponentType<ListProps> | undefined;
  /** Chooses between looks of the list. */
  readonly Look?: ComponentType<Pick<ListProps, 'collection'>> | undefined;
}

/** What can be done with the list as a whole; what the person may not do is not there. */
export function TableToolbar(props: TableToolbarProps) {
  const { collection, resource, hasColumns = true, deleteWords, newRecord, Chosen, Tools, Look } = props;
  const abilities = useSelector(collection, selectAbilities);
  const hasChosen = useSelector(collection, selectHasChosen);
  const query = useSelector(collection, selectQuery);
  const conditions = groupsOf(query).flat().length;
  const { isSearchOpen } = useSelector(collection, selectTable);
  const hasExpanded = useSelector(collection, selectExpanded).length > 0;
  const isBusy = useSelector(collection, selectIsBusy);
  const tools = useLeafActor(disclosureMachine, { id: 'tableTools' });
  const hasAllTools = useSelector(tools, selectIsOpen);
  const actions = shownActionsOf({ resource, abilities });
  // It stands in words beside chosen records with which nothing else is done.
  const isExportBeside = hasChosen && !hasDeedOnChosen(actions) && !Chosen;
  const canFilter = !resource.tree && Object.values(resource.fields).some((field) => field.search !== undefined);
  const add = t('resources.kit.table.add');
  const refresh = t('resources.kit.table.refresh');
  const filters = t('resources.kit.table.filters');
  const moreTools = t('resources.kit.table.moreTools');
  return (
    <div className={classes.toolbar} data-whole={hasAllTools}>
      {abilities.mayAdd && (
        <Button
          className={classes.always}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() =>
            collection.send({ type: 'collection.addRequested', key: newKey(), ...(newRecord && { values: newRecord(query) }) })
          }
        >
          <span className={classes.word}>{add}</span>
        </Button>
      )}
      {Tools && (
        <Suspense fallback={<span className={classes.tool} />}>
          <Tools collection={collection} resource={resource} />
        </Suspense>
      )}
      <ChosenActions collection={collection} resource={resource} actions={actions} deleteWords={deleteWords} Chosen={Chosen} />
      <span className={classes.tools}>
        <QuickSearch collection={collection} resource={resource} />
        {Look && (
          <span className={classes.lesser} data-shown={hasAllTools} hidden={hasChosen}>
            <Look collection={collection} />
          </span>
        )}
        {resource.tree && (
          <Button
            className={classes.lesser}
            data-shown={hasAllTools}
            variant="default"
            leftSection={<IconListTree size={16} aria-hidden />}
            onClick={() => collection.send({ type: 'collection.allBranchesToggled' })}
          >
            {hasExpanded ? t('resources.kit.table.collapseAll') : t('resources.kit.table.expandAll')}
          </Button>
        )}
        <span className={classes.lesser} data-shown={hasAllTools} hidden={hasChosen}>
          <Suspense fallback={<span className={classes.views} />}>
            <SavedViewsMenu collection={collection} resource={resource} />
          </Suspense>
        </span>
        {canFilter && (
          <Button
            className={`${classes.always} ${classes.filters}`}
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isSearchOpen}
            rightSection={conditions > 0 ? <span className={classes.badge}>{conditions}</span> : undefined}
            onClick={() => collection.send({ type: 'collection.tableArranged', table: { isSearchOpen: !isSearchOpen } })}
          >
            <span className={classes.word}>{filters}</span>
          </Button>
        )}
        {hasAllTools && (
          <span className={classes.phoneOnly}>
            <Suspense>
              <SortMenu collection={collection} resource={resource} />
            </Suspense>
          </span>
        )}
        <ActionIcon
          className={classes.lesser}
          data-shown={hasAllTools}
          variant="default"
          size={36}
          aria-label={refresh}
          title={refresh}
          data-busy={isBusy}
          onClick={() => collection.send({ type: 'collection.refreshed' })}
        >
          <IconRefresh size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
        <span className={`${classes.phoneOnly} ${classes.always}`}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={moreTools}
            title={moreTools}
            aria-expanded={hasAllTools}
            onClick={() => tools.send({ type: hasAllTools ? 'disclosure.closed' : 'disclosure.opened' })}
          >
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </span>
        <span className={classes.lesser} data-shown={hasAllTools}>
          {abilities.mayAdd && canImport(resource) && (
            <Suspense fallback={<span className={classes.tool} />}>
              <ImportMenu collection={collection} resource={resource} />
            </Suspense>
          )}
          {!isExportBeside && <ExportMenu collection={collection} resource={resource} />}
          {hasColumns && <TableSettingsMenu collection={collection} resource={resource} />}
        </span>
      </span>
    </div>
  );
}
