import { useSelector } from '@xstate/react';
import { Suspense, use, useMemo } from 'react';
import { findResource, knownSections, withAllSections } from '#actors/base/resource-book';
import {
  selectRecordForm,
  selectRemark,
  selectRevision,
  selectTable,
  type CollectionRef,
  type CollectionSnapshot,
} from '#machines/table/collection.selectors';
import { isPermitted } from '#domain/rights/permission';
import { requestsIn } from '#domain/table/record-address';
import { pagePathOf } from '#domain/table/resource';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { loadMessages } from '../../base/i18n.ts';
import { lazyView, OverlayContext } from '../../base/lazy-view.tsx';
import type { RowWindow } from '../../kit/table/base/table-extras.ts';
import { DataTable } from '../../kit/table/DataTable.tsx';
import { TableToolbar, toolbarParts } from '../../kit/table/toolbar/TableToolbar.tsx';
import { resourceLabel } from '../../kit/resource-texts.ts';
import { useShell } from '../../base/shell-context.ts';
import { BulkSteps } from '../life/BulkSteps.tsx';
import { LookSwitch } from '../life/board/LookSwitch.tsx';
import { LIFE_WINDOW, OFFERS_MENU } from '../life/life-windows.ts';
import classes from './SectionPage.module.css';
import { sectionBundle } from './section-bundle.ts';
import { stateCell } from './state-cell.tsx';

// The inputs of forms are most of the kit; a list of records is shown without them.
// A field may name any section.
const SectionForm = lazyView(async () => (await withAllSections(import('./SectionForm.tsx'))).SectionForm);
// Nor without what filters have to say.
const withSearchWords = async <Code,>(load: Promise<Code>): Promise<Code> => (await Promise.all([load, loadMessages(['search'])]))[0];
const SearchPanel = lazyView(async () => (await withSearchWords(import('../../kit/search/SearchPanel.tsx'))).SearchPanel);
const FilterChips = lazyView(async () => (await withSearchWords(import('../../kit/search/FilterChips.tsx'))).FilterChips);

const LIFE_WINDOWS: readonly RowWindow[] = [
  {
    name: OFFERS_MENU,
    icon: null,
    node: '',
    isBesideRow: true,
    Window: lazyView(async () => (await import('../life/OffersMenu.tsx')).OffersMenu),
  },
  { name: LIFE_WINDOW, icon: null, node: '', Window: lazyView(async () => (await import('../life/LifeWindow.tsx')).LifeWindow) },
];
const Board = lazyView(async () => (await import('../life/board/Board.tsx')).Board);
const Report = lazyView(async () => (await import('../life/report/Report.tsx')).Report);
const RecordRequests = lazyView(async () => (await import('../life/RecordRequests.tsx')).RecordRequests);
const FormSteps = lazyView(async () => (await import('../life/FormLife.tsx')).FormSteps);

const LIFE_TOOLS = { Chosen: BulkSteps, Look: LookSwitch };

const lifeFieldOf = (name: string): string | undefined => findResource(name)?.lifeField;

const isFiltered = ({ context: { query } }: CollectionSnapshot): boolean => query.search.length > 0;

export interface SectionPageProps {
  /** Name of the resource. */
  readonly resource: string;
  readonly collection: CollectionRef;
  /** The menu's word for the page; the resource's own where it has none. */
  readonly title: string;
  /** Of its address. */
  readonly search: string;
}

/** What the page of a section has besides, by the name of its menu rule: whoever waits for it sees the page as a whole. */
export function sectionParts(page: string): readonly Promise<unknown>[] {
  const section = knownSections().find((one) => pagePathOf(one) === page);
  const own = section && sectionBundle(section.name);
  return [...(own ? [own] : []), ...toolbarParts()];
}

/** The page of any resource, as its declaration makes it: what it is, what can be done with it, its records. */
export function SectionPage({ resource: name, collection, title, search }: SectionPageProps) {
  // A section that is published anew is drawn anew.
  useSelector(collection, selectRevision);
  const resource = findResource(name);
  const remark = useSelector(collection, selectRemark);
  const form = useSelector(collection, selectRecordForm);
  const { isSearchOpen, look = 'list' } = useSelector(collection, selectTable);
  const hasFilters = useSelector(collection, isFiltered);
  const loading = sectionBundle(name);
  const parts = loading && use(loading);
  const facts = useSelector(useShell(), permissionFacts, (a, b) => a.urls === b.urls);
  // Rows are memoised on its identity.
  const life = lifeFieldOf(name);
  const extras = useMemo(() => {
    const windows = parts?.windows?.filter(({ node }) => isPermitted(node, facts)) ?? [];
    return life
      ? { ...parts, windows: [...windows, ...LIFE_WINDOWS], cells: { ...parts?.cells, [life]: stateCell } }
      : { ...parts, windows };
  }, [parts, facts, life]);
  if (!resource) throw new Error(`no resource is called "${name}"`);
  const requested = life ? requestsIn(search) : null;
  const page = (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>{title || resourceLabel(resource)}</h1>
        {remark !== '' && <p className={classes.remark}>{remark}</p>}
        {parts?.Beside && (
          <span className={classes.beside}>
            <Suspense>
              <parts.Beside collection={collection} resource={resource} />
            </Suspense>
          </span>
        )}
      </header>
      <Suspense>{parts?.Note && <parts.Note collection={collection} resource={resource} />}</Suspense>
      <TableToolbar
        collection={collection}
        resource={resource}
        hasColumns={!parts?.List && look === 'list'}
        deleteWords={parts?.deleteWords}
        newRecord={parts?.newRecord}
        Tools={parts?.Tools}
        {...(life && LIFE_TOOLS)}
      />
      <Suspense>{isSearchOpen && <SearchPanel collection={collection} resource={resource} />}</Suspense>
      <Suspense>{hasFilters && <FilterChips collection={collection} resource={resource} wordsOf={parts?.wordsOf} />}</Suspense>
      <Suspense>
        {life && look === 'board' && <Board collection={collection} resource={resource} />}
        {life && look === 'report' && <Report resource={resource} />}
      </Suspense>
      {(!life || look === 'list') && <DataTable collection={collection} resource={resource} extras={extras} />}
      <Suspense>{requested !== null && <RecordRequests key={requested} id={requested} collection={collection} />}</Suspense>
      <Suspense>
        {form && (
          <OverlayContext value>
            <SectionForm
              key={form.sessionId}
              form={form}
              collection={collection}
              resource={resource}
              Fields={parts?.Fields}
              Steps={life ? FormSteps : undefined}
            />
          </OverlayContext>
        )}
      </Suspense>
    </div>
  );
  if (!parts?.Frame) return page;
  return (
    <Suspense>
      <parts.Frame collection={collection} resource={resource}>
        {page}
      </parts.Frame>
    </Suspense>
  );
}
