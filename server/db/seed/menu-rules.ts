import { hasCall, pagePathOf, type MenuDirectory, type MenuPlace, type Resource, type ResourceCall } from '#domain/table/resource';
import type { NewRow } from '../tables/tables.ts';

export type SeededRule = Omit<NewRow<'admin_rule'>, 'create_time' | 'update_time'> & { readonly id: number; readonly pid: number };

/** A rule and what it is of. */
export interface PlacedRule {
  readonly rule: SeededRule;
  /** Name of the rule it stands below; empty at the top. */
  readonly parent: string;
  /** Name of the section; empty for what is of none. */
  readonly section: string;
  /** Whether installations are to be given it at their next start. */
  readonly isNew: boolean;
}

type Origin = Pick<PlacedRule, 'section' | 'isNew'>;

/** Where ids begin that new sections get on a new database; on one that is there they get the next free ones. */
const FIRST_NEW_ID = 200;

/** Where ids begin of the right to put records into states past their life: those of others stay where they are. */
const FIRST_LIFE_ID = 700;

/** What each call of a section asks for. */
export const CALL_NODES: readonly (readonly [ResourceCall, string])[] = [
  ['list', 'index'],
  ['add', 'add'],
  ['save', 'edit'],
  ['remove', 'del'],
  ['sort', 'sortable'],
];

type PageFacts = Pick<SeededRule, 'id' | 'pid' | 'name' | 'icon' | 'weigh'>;

/** The wire finds a page's screen by `file`; stock clients look for it. A title is a key where it is known, and else shown as it is. */
export const pageRule = (facts: PageFacts, parent: string, file = `${facts.name}/index.vue`, origin?: Origin): PlacedRule => ({
  parent,
  section: '',
  isNew: false,
  ...origin,
  rule: {
    ...facts,
    component: `/src/views/backend/${file}`,
    type: 'menu',
    title: `menu.${facts.name.replaceAll('/', '.')}`,
    path: facts.name,
    menu_type: 'tab',
    keepalive: '1',
  },
});

/** @param ids of the rules, in the order of `actions` */
export const nodeRules = (page: PlacedRule, actions: readonly string[], ids: readonly number[]): PlacedRule[] =>
  actions.map((action, index) => ({
    ...page,
    parent: page.rule.name,
    rule: {
      id: ids[index]!,
      pid: page.rule.id,
      type: 'button',
      title: `menu.action.${action.replaceAll('/', '.')}`,
      // A right of what has no page of its own is named in full.
      name: action.includes('/') ? action : `${page.rule.name}/${action}`,
      menu_type: null,
    },
  }));

const directoryRule = ({ name, icon, sortOrder }: MenuDirectory, id: number, origin: Origin): PlacedRule => ({
  ...origin,
  parent: '',
  rule: { id, pid: 0, type: 'menu_dir', title: `menu.${name}`, name, path: name, icon, menu_type: null, weigh: sortOrder },
});

const directoryOf = ({ under }: MenuPlace): string => (typeof under === 'string' ? under : under.name);
const heavierFirst = (a: { readonly sortOrder: number }, b: { readonly sortOrder: number }): number => b.sortOrder - a.sortOrder;

/** The rule of a section's page and those of what its calls ask for. @param nextIds gives out so many that nobody has */
function sectionRules(
  resource: Resource,
  menu: MenuPlace,
  pid: number,
  { nextIds, nextLifeId }: { readonly nextIds: (count: number) => number; readonly nextLifeId: () => number },
): PlacedRule[] {
  const actions = [...CALL_NODES.filter(([call]) => hasCall(resource, call)).map(([, action]) => action), ...(menu.nodes ?? [])];
  const first = typeof menu.ids === 'number' ? menu.ids : menu.ids === undefined ? nextIds(actions.length + 1) : 0;
  const [id = first, ...ids] = typeof menu.ids === 'object' ? menu.ids : [first, ...actions.map((_, index) => first + 1 + index)];
  const facts = { id, pid, name: pagePathOf(resource), icon: menu.icon, weigh: menu.sortOrder };
  const page = pageRule(facts, directoryOf(menu), undefined, { section: resource.name, isNew: menu.ids === undefined });
  const later = menu.laterNodes ?? [];
  const laterIds = later.map(() => nextIds(1));
  const ofLife = resource.lifeField === undefined ? [] : nodeRules({ ...page, isNew: true }, ['place'], [nextLifeId()]);
  return [page, ...nodeRules(page, actions, ids), ...nodeRules({ ...page, isNew: true }, later, laterIds), ...ofLife];
}

/**
 * The rules of all directories, each with its other pages and its sections, the heaviest first; then those of sections at the top.
 * @param otherPages by the name of their directory, which they come to stand below
 * @throws where a section stands under a directory that nobody declares
 */
export function menuRules(
  resources: readonly Resource[],
  known: readonly MenuDirectory[],
  otherPages: Readonly<Record<string, readonly PlacedRule[]>>,
): readonly PlacedRule[] {
  let lastId = FIRST_NEW_ID;
  const nextIds = (count: number): number => {
    lastId += count;
    return lastId - count;
  };
  let lastLifeId = FIRST_LIFE_ID;
  const ids = { nextIds, nextLifeId: () => lastLifeId++ };
  const sections = resources.flatMap((resource) => (resource.menu ? [{ resource, menu: resource.menu }] : []));
  const own = sections.flatMap(({ resource, menu: { under } }) =>
    typeof under === 'string' ? [] : [{ ...under, section: resource.name }],
  );
  const directories = [...known.map((one) => ({ ...one, section: '' })), ...own].sort(heavierFirst);
  const isAtTop = ({ menu }: (typeof sections)[number]): boolean => directoryOf(menu) === '';
  const lost = sections.find((one) => !isAtTop(one) && !directories.some(({ name }) => name === directoryOf(one.menu)));
  if (lost) throw new Error(`The section ${lost.resource.name} stands under ${directoryOf(lost.menu)}, which is no directory of the menu`);
  const inDirectories = directories.flatMap(({ section, ...one }) => {
    const directory = directoryRule(one, one.id ?? nextIds(1), { section, isNew: one.id === undefined });
    const inside = sections.filter(({ menu }) => directoryOf(menu) === one.name).sort((a, b) => heavierFirst(a.menu, b.menu));
    return [
      directory,
      ...(otherPages[one.name] ?? []).map((placed) => below(directory, placed)),
      ...inside.flatMap(({ resource, menu }) => sectionRules(resource, menu, directory.rule.id, ids)),
    ];
  });
  const top = sections.filter(isAtTop).sort((a, b) => heavierFirst(a.menu, b.menu));
  return [...inDirectories, ...top.flatMap(({ resource, menu }) => sectionRules(resource, menu, 0, ids))];
}

/** A page with its directory's number; what is below the page stays there. */
const below = ({ rule: { id: pid, name } }: PlacedRule, placed: PlacedRule): PlacedRule =>
  placed.parent === name ? { ...placed, rule: { ...placed.rule, pid } } : placed;
