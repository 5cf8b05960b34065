import type { MenuDirectory, Resource } from '#domain/table/resource';
import { SHIPPED_RESOURCES } from '../../base/shipped-resources.ts';
import { menuRules, nodeRules, pageRule, type PlacedRule, type SeededRule } from './menu-rules.ts';

/** Directories that no section brings with it. */
const DIRECTORIES: readonly MenuDirectory[] = [
  { name: 'auth', icon: 'el-icon-Lock', sortOrder: 100, id: 2 },
  { name: 'user', icon: 'fa fa-drivers-license', sortOrder: 95, id: 21 },
  { name: 'routine', icon: 'fa fa-cogs', sortOrder: 89, id: 44 },
];

const dashboard = pageRule({ id: 1, pid: 0, name: 'dashboard', icon: 'fa fa-dashboard', weigh: 999 }, '', 'dashboard.vue');
const config = pageRule({ id: 45, pid: 44, name: 'routine/config', icon: 'el-icon-Tools', weigh: 88 }, 'routine');
const profile = pageRule({ id: 52, pid: 44, name: 'routine/adminInfo', icon: 'fa fa-user', weigh: 86 }, 'routine', 'routine/adminInfo.vue');
const system = pageRule({ id: 160, pid: 44, name: 'routine/system', icon: 'el-icon-Monitor', weigh: 70 }, 'routine');
const apiTrial = pageRule({ id: 194, pid: 2, name: 'auth/apiTrial', icon: 'fa fa-terminal', weigh: 92 }, 'auth');
const storeFacts = { id: 78, pid: 0, name: 'moduleStore/moduleStore', icon: 'el-icon-Box', weigh: 86 };
const storePage = pageRule(storeFacts, '', 'module/index.vue');
/** The one page whose address is not its name. */
const moduleStore: PlacedRule = { ...storePage, rule: { ...storePage.rule, path: 'moduleStore' } };
const designer = pageRule({ id: 84, pid: 0, name: 'crud/crud', icon: 'fa fa-wpforms', weigh: 80 }, '', 'crud/index.vue');

/** Of the directory that comes with the prompts of the chat; its number is that of the directory. */
const staffChat = pageRule({ id: 190, pid: 0, name: 'chat/chat', icon: 'el-icon-ChatDotRound', weigh: 99 }, 'chat', undefined, {
  section: 'chatPrompt',
  isNew: true,
});

/** The menu of the pages that are no sections, with these sections. */
export const rulesWith = (sections: readonly Resource[]): readonly PlacedRule[] =>
  distinct([
    dashboard,
    ...nodeRules(dashboard, ['index'], [89]),
    ...menuRules(sections, DIRECTORIES, {
      auth: [apiTrial, ...nodeRules(apiTrial, ['index'], [195])],
      routine: [
        config,
        ...nodeRules(config, ['index', 'edit', 'add', 'del'], [46, 47, 77, 88]),
        profile,
        ...nodeRules(profile, ['index', 'edit'], [53, 54]),
        system,
        ...nodeRules(system, ['index', 'jobs'], [161, 162]),
      ],
      chat: [staffChat, ...nodeRules(staffChat, ['chat/chat/index'], [191])],
    }),
    moduleStore,
    ...nodeRules(moduleStore, ['index', 'install', 'changeState', 'uninstall', 'update'], [79, 80, 81, 82, 83]),
    designer,
    ...nodeRules(designer, ['index', 'generate', 'delete'], [85, 86, 87]),
  ]);

/** Rules are granted and switched by their names, in any letters: a section of the same name would take the page of another along. */
function distinct(rules: readonly PlacedRule[]): readonly PlacedRule[] {
  const known = new Map<string, PlacedRule>();
  for (const placed of rules) {
    const name = placed.rule.name.toLowerCase();
    const section = placed.section || known.get(name)?.section;
    if (known.has(name)) throw new Error(`The section ${section} has the menu rule ${placed.rule.name}, which is there already`);
    known.set(name, placed);
  }
  return rules;
}

const RULES = rulesWith(SHIPPED_RESOURCES);

/**
 * The menu and the permission nodes of the pages that exist. Ids and names of pages the protocol knows are the protocol's; 100 to
 * 1000 are our own.
 * Source: wire-protocol.md §7.6, "admin_rule"; §3.2.
 */
export const SHIPPED_RULES: readonly SeededRule[] = RULES.map(({ rule }) => rule);

/** Those that came with a section. */
export const sectionRulesOf = (rules: readonly PlacedRule[]): readonly PlacedRule[] => rules.filter(({ section }) => section !== '');
export const SECTION_RULES: readonly PlacedRule[] = sectionRulesOf(RULES);

const OWN_IDS = { first: 100, last: 1000 };

/** Files of pages that no other client of the family has. */
export const OWN_COMPONENTS: ReadonlySet<string> = new Set(
  SHIPPED_RULES.filter(({ id }) => id >= OWN_IDS.first && id <= OWN_IDS.last).flatMap(({ component: file }) => (file ? [file] : [])),
);

const SHIPPED_NAMES: ReadonlySet<string> = new Set(SHIPPED_RULES.map(({ name }) => name));

/** Whether the program knows a rule of this name. */
export const isShippedRule = (name: string): boolean => SHIPPED_NAMES.has(name);

/** The ids of these rules and of all below them, in the form a group stores. A parent that is needed to reach one comes along; nobody puts records past their life at first. */
export function rulesBelow(...names: readonly string[]): string {
  const chosen = new Set(SHIPPED_RULES.filter((rule) => names.includes(rule.name)).map((rule) => rule.id));
  const byId = new Map(SHIPPED_RULES.map((rule) => [rule.id, rule]));
  const isBelow = (rule: SeededRule | undefined): boolean => rule !== undefined && (chosen.has(rule.id) || isBelow(byId.get(rule.pid)));
  const isAbove = (rule: SeededRule): boolean =>
    SHIPPED_RULES.some((other) => other.pid === rule.id && (chosen.has(other.id) || isAbove(other)));
  return SHIPPED_RULES.filter((rule) => (isBelow(rule) || isAbove(rule)) && !rule.name.endsWith('/place'))
    .map((rule) => rule.id)
    .join(',');
}
