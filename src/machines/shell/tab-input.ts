import { NO_ABILITIES } from '#domain/table/abilities';
import type { TabPlace } from '#domain/shell/tab';
import type { Opened } from '#domain/shell/tabs';
import type { ColumnArrangement } from '#domain/table/table-settings';
import type { CollectionInput, DeclaredList } from '../table/collection.vocabulary.ts';

/** What tabs are made of. The strip itself is in `tabs.machine.ts`. */

/** What a section's actor needs to begin, besides where it stands. */
export type SectionInput = Omit<CollectionInput, 'owner' | 'params'>;

/** What a section that was opened plainly begins with. */
export interface Opening {
  readonly search: string;
  readonly columns: ColumnArrangement;
}

export interface TabInput extends TabPlace {
  /** null for a page without a table of records. */
  readonly section: SectionInput | null;
  readonly opening?: Opening | undefined;
}

export type Tab = Opened<TabInput>;

export const sectionId = ({ resource }: Pick<SectionInput, 'resource'>): string => `collection:${resource}`;

export const hasSection = <T extends TabInput>(tab: T): tab is T & { section: SectionInput } => tab.section !== null;

/** Whether it has begun: a tab that came with the strip sleeps until it is looked at. */
export const isAwake = ({ isAsleep }: Pick<Tab, 'isAsleep'>): boolean => !isAsleep;

/** The tab as it begins: by its default view, unless the address asks for something. */
export const beginTab = ({ opening, ...tab }: TabInput): TabInput =>
  tab.section && opening && tab.search === ''
    ? { ...tab, search: opening.search, section: { ...tab.section, table: { ...tab.section.table, ...opening.columns } } }
    : tab;

/** A section that was published anew has another declaration; others keep theirs for as long as the page lives. */
export const isDeclaredAnew = (before: SectionInput | null | undefined, after: SectionInput | null | undefined): boolean =>
  before?.revision !== undefined && after?.revision !== undefined && before.revision !== after.revision;

/** What of a section comes from its declaration. */
export const declaredOf = ({ addressing, newRecord, sortField, revision }: SectionInput): DeclaredList => ({
  addressing,
  newRecord,
  sortField,
  revision,
});

/** A tab as its page is now; where it stands, and how its table looks, stays. */
export function renewed<T extends TabInput>(tab: T, pages: readonly TabInput[]): T {
  const page = pages.find(({ path }) => path === tab.path);
  const abilities = page?.section?.abilities ?? NO_ABILITIES;
  const declared = page?.section && isDeclaredAnew(tab.section, page.section) ? declaredOf(page.section) : {};
  const section = tab.section && { ...tab.section, ...declared, abilities };
  return { ...tab, title: page?.title ?? tab.title, icon: page?.icon ?? tab.icon, section };
}
