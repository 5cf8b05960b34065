import type { Announced } from '#api/client';
import { writeNews, type WriteNews } from '#domain/changes/write-news';
import type { Language } from '#domain/base/language';
import { isPlainObject } from '#domain/base/plain-value';
import type { AnyRecord } from '#domain/fields/field';
import { titleKey, titleWireName } from '#domain/table/title-key';
import { isPermitted } from '#domain/rights/permission';
import { pagePathOf } from '#domain/table/resource';
import { findRow, type ListRow } from '#domain/table/row';
import type { UndoOffer } from '#domain/table/undo-offer';
import { permissionFacts, type AdminShellSnapshot } from '#machines/shell/admin-shell.machine';
import type { WriteAnnouncement } from '../base/call-ports.ts';
import { bringSections, findResource, knownSections } from '../base/resource-book.ts';

/** What stood on the screen when a write succeeded: by the next moment the lists may be others. */
export interface ScreenThen {
  readonly shell: AdminShellSnapshot | undefined;
  /** By the name of the resource. */
  readonly rows: Readonly<Record<string, readonly ListRow[]>>;
}

const CHANGES = { controller: 'security.Change' };
const APPROVAL = '/admin/life.Request/approve';

/** What the notice of a write says: which thing it was, how to take it back, and where that stands in the history. */
export const announcementOf = async (
  done: Announced,
  undo: UndoOffer | undefined,
  then: ScreenThen,
  language: Language,
): Promise<WriteAnnouncement> => ({
  undo,
  news: await newsOf(done, then.rows, language),
  history: undo && historyOf(undo, then.shell),
});

/** Where a write stands in the timeline; undefined for whoever may not open that. */
export function historyOf({ change }: Pick<UndoOffer, 'change'>, shell: AdminShellSnapshot | undefined): string | undefined {
  const path = pagePathOf(CHANGES);
  return shell && isPermitted(`${path}/index`, permissionFacts(shell)) ? `/admin/${path}?id=${change}` : undefined;
}

async function newsOf(done: Announced, rows: ScreenThen['rows'], language: Language): Promise<WriteNews | null> {
  const controller = done.path.split('/')[2];
  // Approving leads one record on, of whichever section.
  if (done.path === APPROVAL) {
    const title = isPlainObject(done.output) ? done.output['title'] : '';
    return { action: 'step', title: typeof title === 'string' ? title : '', count: 1 };
  }
  const section = knownSections().find((one) => one.controller === controller);
  if (!section) return null;
  await bringSections([section.name]);
  const resource = findResource(section.name);
  if (!resource) return null;
  const titleOf = (id: number): string => {
    const row = findRow(rows[resource.name] ?? [], id);
    const title = row?.[titleKey(resource, row, language)];
    return typeof title === 'string' || typeof title === 'number' ? String(title) : '';
  };
  const sent = typeof done.input === 'object' && done.input !== null ? (done.input as AnyRecord) : {};
  return writeNews(done, titleWireName(resource, sent, language), titleOf, resource.lifeField !== undefined);
}
