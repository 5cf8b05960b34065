import { readPublicRecords as readCall, sendPublicRecord } from '#api/contract/modules/public-records';
import { notFound } from '../../../base/refusal.ts';
import { nowSeconds } from '../../../ports/ports.ts';
import { mount } from '../../../routing/mount.ts';
import type { RouteTable } from '../../../routing/route-table.ts';
import { countPublicRecords, publicRecordsPage } from './public-records.ts';
import { takeForm, type FormSurroundings } from './take-form.ts';

const MOST_RECORDS = 100;
/** Behind them a list is empty, so that whoever reads page by page comes to an end: the database would count all before each anew. */
const MOST_PAGES = 1000;

/** What modules show to anybody and take from anybody. */
export function publicModuleRoutes(table: Pick<RouteTable, 'add'>, surroundings: FormSurroundings): void {
  const { ports, modules } = surroundings;
  mount(table, readCall, async ({ uid, section: name, id, page, limit }) => {
    const module = (await modules()).find((one) => one.uid === uid);
    const [section, rule] = [module?.sections.get(name), module?.parts.read[name]];
    if (!section || !rule) throw notFound();
    const narrowed = { now: nowSeconds(ports), id };
    const { kysely } = ports.database;
    const part = { page, limit: Math.min(limit, MOST_RECORDS) };
    const records = page > MOST_PAGES ? [] : await publicRecordsPage(kysely, section, rule, narrowed, part);
    return { list: records.map((record) => ({ ...record })), total: await countPublicRecords(kysely, section, rule, narrowed) };
  });

  mount(table, sendPublicRecord, async (sent, caller) => {
    await takeForm(surroundings, sent, caller);
    return null;
  });
}
