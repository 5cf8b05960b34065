import { sql, type Kysely } from 'kysely';
import { approvalOf, rightsOf, type Life } from '#domain/life/life';
import { hasCall, PLACE_AT_TOP, pagePathOf, type Resource } from '#domain/table/resource';
import { CALL_NODES, pageRule } from '../../db/seed/menu-rules.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { takeFromHolders } from '../base/rule-holders.ts';

const titleOf = ({ label, name }: Resource): string => label?.['zh-cn'] ?? label?.en ?? name;

/** The page of a section and its rights; rules are found without regard to case. */
const isNamed = (path: string) =>
  sql<boolean>`(lower(name) = ${path.toLowerCase()} or starts_with(lower(name), ${`${path.toLowerCase()}/`}))`;

/** The rights that a section's calls and its life ask for, and what each is called. */
function rightsIn(resource: Resource): readonly (readonly [action: string, title: string, isThere: boolean])[] {
  const { life } = resource;
  return [
    ...CALL_NODES.map(([call, action]) => [action, `menu.action.${action}`, hasCall(resource, call)] as const),
    ...(life ? [['place', 'menu.action.place', true] as const] : []),
    ...rightsOfEvents(life).map(([action, title]) => [action, title, true] as const),
  ];
}

const thereIn = (rights: ReturnType<typeof rightsIn>): readonly string[] =>
  rights.flatMap(([action, , isThere]) => (isThere ? [action] : []));

type EventRight = readonly [action: string, title: string];

/** @param calledBy the program, where an event has no words of its own */
function rightsOfEvents(life: Life | undefined, calledBy?: (event: string) => string): readonly EventRight[] {
  const called = (event: string): string =>
    life?.events[event]?.label?.['zh-cn'] ?? life?.events[event]?.label?.en ?? calledBy?.(event) ?? event;
  return Object.entries(life?.events ?? {}).flatMap(([event, { right, second }]): EventRight[] => [
    ...(right === 'own' ? [[event, called(event)] as const] : []),
    ...(second ? [[approvalOf(event), `${called(event)} ✓`] as const] : []),
  ]);
}

/**
 * Gives a section of the program the rights that its life asks for since a site has drawn it, and switches off those that nothing asks for
 * any more. They belong to nobody but super administrators at first.
 * @param calledBy what the program calls an event
 */
export async function placeLifeRights(
  trx: Kysely<Tables>,
  { before, after }: { readonly before: Resource; readonly after: Resource },
  calledBy: (event: string) => string,
  nowSeconds: number,
): Promise<void> {
  const path = pagePathOf(after);
  const page = await ruleNamed(trx, path);
  const rights = rightsOfEvents(after.life, calledBy);
  const had = before.life ? rightsOf(before.life) : [];
  const gone = had.filter((action) => !rights.some(([one]) => one === action));
  if (gone.length > 0)
    await trx
      .updateTable('admin_rule')
      .set({ status: '0' })
      .where(
        sql<string>`lower(name)`,
        'in',
        gone.map((action) => `${path}/${action}`.toLowerCase()),
      )
      .execute();
  // Without its page the section is nowhere, and whoever makes it one gives it its rights.
  if (!page) return;
  // One that somebody has switched off stays so.
  for (const [action, title] of rights.filter(([one]) => !had.includes(one)))
    await placeRight(trx, { page: page.id, name: `${path}/${action}`, title, status: '1', isOwn: () => false }, nowSeconds);
}

interface Right {
  readonly page: number;
  readonly name: string;
  readonly title: string;
  /** Whether a rule of that id was the section's before. */
  readonly isOwn: (id: number) => boolean;
}

interface PlacedRight extends Right {
  readonly status: '0' | '1';
}

/** @returns the rule, which is there after; null where it is not wanted and was not there */
async function placeRight(trx: Kysely<Tables>, { status, ...right }: PlacedRight, nowSeconds: number): Promise<number | null> {
  const there = await takenOver({ trx, nowSeconds }, right.name, right.isOwn);
  if (!there) return status === '0' ? null : addRight(trx, right, nowSeconds);
  await trx.updateTable('admin_rule').set({ status }).where('id', '=', there.id).execute();
  return there.id;
}

const findOrAddRight = async (trx: Kysely<Tables>, right: Right, nowSeconds: number): Promise<number> =>
  (await takenOver({ trx, nowSeconds }, right.name, right.isOwn))?.id ?? addRight(trx, right, nowSeconds);

/** The rule of that name. Whoever made one that was not the section's, and gave it away, could not know what it would open: it is nobody's from now on. */
async function takenOver(write: { readonly trx: Kysely<Tables>; readonly nowSeconds: number }, name: string, isOwn: Right['isOwn']) {
  const there = await ruleNamed(write.trx, name);
  if (there && !isOwn(there.id)) await takeFromHolders(write, 'admin_group', there.id);
  return there;
}

async function addRight(trx: Kysely<Tables>, { page, name, title }: Right, nowSeconds: number): Promise<number> {
  const added = await trx
    .insertInto('admin_rule')
    .values({ pid: page, type: 'button', title, name, create_time: nowSeconds, update_time: nowSeconds })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

/** The rules that were made for a section and still have its names; whatever else lies at its address is somebody else's. */
const isOf = (path: string, ids: readonly number[]) =>
  ids.length === 0 ? sql<boolean>`false` : sql<boolean>`(id in (${sql.join(ids)}) and ${isNamed(path)})`;

export interface MenuChange {
  readonly resource: Resource;
  /** As it was published before; null where it was not. */
  readonly before: Resource | null;
  /** Of its rules. */
  readonly ids: readonly number[];
}

/**
 * Gives a section its place in the menu and its rights. What people changed of a rule stays; a section that answers at another address keeps
 * its rules, and with them whoever has them. New ones belong to nobody but super administrators.
 * @returns the ids of its rules
 */
export async function placeInMenu(
  trx: Kysely<Tables>,
  { resource, before, ids }: MenuChange,
  nowSeconds: number,
): Promise<readonly number[]> {
  const path = pagePathOf(resource);
  const former = before === null ? path : pagePathOf(before);
  if (former !== path) await movePath(trx, former, path, ids);
  // Where it answered before, a rule that somebody has made there since was one of a name that they knew. One that comes back has answered
  // to nobody meanwhile: its rules went with it.
  const answered = before !== null && former === path && ids.length > 0;
  const isOwn = (id: number): boolean => ids.includes(id);
  const wasOwn = (id: number): boolean => answered || isOwn(id);
  const page = await pageOf(trx, { resource, before, isOwn: wasOwn }, nowSeconds);
  const own: number[] = [page];
  const rights = rightsIn(resource);
  await switchOffOthers(trx, path, ids, rights);
  const had = new Set(before === null ? [] : thereIn(rightsIn(before)));
  for (const [action, title, isThere] of rights) {
    const isKept = isThere && had.has(action);
    const right = { page, name: `${path}/${action}`, title, isOwn: isKept ? wasOwn : isOwn };
    // Whoever switched one off that was there before has taken it away, and it stays so.
    const placed = await (isKept
      ? findOrAddRight(trx, right, nowSeconds)
      : placeRight(trx, { ...right, status: isThere ? '1' : '0' }, nowSeconds));
    if (placed !== null) own.push(placed);
  }
  // Those of events that are gone stay the section's, and go with it.
  return [...new Set([...own, ...ids])];
}

/** Rights of events that are gone are there for when they come back. */
async function switchOffOthers(
  trx: Kysely<Tables>,
  path: string,
  ids: readonly number[],
  rights: ReturnType<typeof rightsIn>,
): Promise<void> {
  const names = [path, ...rights.map(([action]) => `${path}/${action}`)].map((name) => name.toLowerCase());
  await sql`update admin_rule set status = '0' where ${isOf(path, ids)} and lower(name) not in (${sql.join(names)})`.execute(trx);
}

/** Where the section answers at this address already, a rule that somebody made by hand under one of its names stands for its calls, and is its. */
const ruleNamed = (trx: Kysely<Tables>, name: string) =>
  trx
    .selectFrom('admin_rule')
    .select(['id', 'title'])
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();

async function pageOf(
  trx: Kysely<Tables>,
  { resource, before, isOwn }: Pick<MenuChange, 'resource' | 'before'> & Pick<Right, 'isOwn'>,
  nowSeconds: number,
): Promise<number> {
  const path = pagePathOf(resource);
  const page = await takenOver({ trx, nowSeconds }, path, isOwn);
  if (page) {
    const isOwnTitle = before !== null && page.title === titleOf(before);
    await trx
      .updateTable('admin_rule')
      .set({ ...(before === null && { status: '1' }), ...(isOwnTitle && { title: titleOf(resource) }), update_time: nowSeconds })
      .where('id', '=', page.id)
      .execute();
    return page.id;
  }
  const { under, icon, sortOrder } = resource.menu ?? PLACE_AT_TOP;
  const parent = typeof under === 'string' ? under : under.name;
  const above = await trx
    .selectFrom('admin_rule')
    .select('id')
    .where('name', '=', parent)
    .where('type', '=', 'menu_dir')
    .executeTakeFirst();
  const pid = above?.id ?? (typeof under === 'string' ? 0 : await addDirectory(trx, under, nowSeconds));
  const { id: _id, ...rule } = pageRule({ id: 0, pid, name: path, icon, weigh: sortOrder }, parent).rule;
  const added = await trx
    .insertInto('admin_rule')
    .values({ ...rule, title: titleOf(resource), create_time: nowSeconds, update_time: nowSeconds })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

async function addDirectory(
  trx: Kysely<Tables>,
  { name, icon, sortOrder }: { name: string; icon: string; sortOrder: number },
  now: number,
): Promise<number> {
  const values = { pid: 0, type: 'menu_dir', title: name, name, path: name, icon, menu_type: null, weigh: sortOrder } as const;
  const added = await trx
    .insertInto('admin_rule')
    .values({ ...values, create_time: now, update_time: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

/** Rules keep their ids, and groups what they hold. */
async function movePath(trx: Kysely<Tables>, from: string, to: string, ids: readonly number[]): Promise<void> {
  await sql`update admin_rule set name = ${to} || substr(name, ${from.length + 1}::int), path = case when path is null or path = '' then path else ${to} end,
    component = case when component is null or component = '' then component else ${`/src/views/backend/${to}/index.vue`} end
    where ${isOf(from, ids)}`.execute(trx);
}

/** Whoever pauses a section takes its rules off the menu, and whoever resumes it puts those back that were on. */
export async function setSectionPaused(trx: Kysely<Tables>, section: Row<'section'>, isPaused: boolean, nowSeconds: number): Promise<void> {
  const { name, state, design, rule_ids: ids, hidden_rules: before } = section;
  // A second pause would find everything switched off, and note that nothing was on.
  if ((state === 'paused') === isPaused) return;
  const resource = design?.declaration;
  const hidden = isPaused ? await hideFromMenu(trx, resource, ids) : null;
  if (!isPaused) await showInMenu(trx, resource, ids, before);
  await trx
    .updateTable('section')
    .set({ state: isPaused ? 'paused' : 'live', hidden_rules: hidden && JSON.stringify(hidden), update_time: nowSeconds })
    .where('name', '=', name)
    .execute();
}

/** @returns what was on */
async function hideFromMenu(trx: Kysely<Tables>, resource: Resource | undefined, ids: readonly number[]): Promise<readonly number[]> {
  if (!resource) return [];
  const hidden = await trx
    .updateTable('admin_rule')
    .set({ status: '0' })
    .where(isOf(pagePathOf(resource), ids))
    .where('status', '=', '1')
    .returning('id')
    .execute();
  return hidden.map(({ id }) => id);
}

/** @param hidden the rules that were on before; null where nobody noted it, and everything that the section has counts as on */
export async function showInMenu(
  trx: Kysely<Tables>,
  resource: Resource | undefined,
  ids: readonly number[],
  hidden: readonly number[] | null,
): Promise<void> {
  if (!resource) return;
  const path = pagePathOf(resource);
  const names = [path, ...thereIn(rightsIn(resource)).map((action) => `${path}/${action}`)].map((name) => name.toLowerCase());
  await trx
    .updateTable('admin_rule')
    .set({ status: '1' })
    .where(isOf(path, hidden ?? ids))
    .$if(hidden === null, (query) => query.where(sql<string>`lower(name)`, 'in', names))
    .execute();
}

/** Rules that somebody hung below it move up to where it stood. */
export async function takeFromMenu(trx: Kysely<Tables>, resource: Resource, kept: readonly number[]): Promise<void> {
  const own = isOf(pagePathOf(resource), kept);
  const going = await trx.selectFrom('admin_rule').select(['id', 'pid']).where(own).orderBy('id').execute();
  const of = new Map(going.map(({ id, pid }) => [id, pid]));
  const above = (id: number): number => {
    const pid = of.get(id);
    return pid === undefined ? id : above(pid);
  };
  const ids = [...of.keys()];
  for (const id of ids)
    await trx
      .updateTable('admin_rule')
      .set({ pid: above(id) })
      .where('pid', '=', id)
      .where('id', 'not in', ids)
      .execute();
  if (ids.length > 0) await trx.deleteFrom('admin_rule').where('id', 'in', ids).execute();
}
