import type { NewRow } from '../tables/tables.ts';

type Rule = Omit<NewRow<'admin_rule'>, 'create_time' | 'update_time'> & { readonly id: number; readonly pid: number };

const FORM_BUTTONS = ['index', 'add', 'edit', 'del'] as const;
const BUTTONS = [...FORM_BUTTONS, 'sortable'] as const;

/** The wire finds a page's screen by this; stock clients look for the file. */
const component = (file: string): string => `/src/views/backend/${file}`;

/** A title is a key of the language files where it is known, and else shown as it is. */
const page = (rule: Pick<Rule, 'id' | 'pid' | 'name' | 'icon' | 'weigh' | 'component'>): Rule => ({
  ...rule,
  type: 'menu',
  title: `menu.${rule.name.replaceAll('/', '.')}`,
  path: rule.name,
  menu_type: 'tab',
  keepalive: '1',
});

const buttons = (
  parent: { readonly id: number; readonly name: string },
  ids: readonly number[],
  actions: readonly string[] = BUTTONS,
): Rule[] =>
  actions.map((action, index) => ({
    id: ids[index]!,
    pid: parent.id,
    type: 'button',
    title: `menu.action.${action}`,
    name: `${parent.name}/${action}`,
    menu_type: null,
  }));

const dashboard = { id: 1, name: 'dashboard' };
const goods = { id: 101, name: 'goods/goods' };
const group = { id: 3, name: 'auth/group' };
const admin = { id: 8, name: 'auth/admin' };
const rule = { id: 13, name: 'auth/rule' };
const adminLog = { id: 19, name: 'auth/adminLog' };
const config = { id: 45, name: 'routine/config' };
const adminInfo = { id: 52, name: 'routine/adminInfo' };
const member = { id: 22, name: 'user/user' };
const memberGroup = { id: 27, name: 'user/group' };
const memberRule = { id: 32, name: 'user/rule' };
const moneyLog = { id: 38, name: 'user/moneyLog' };
const scoreLog = { id: 41, name: 'user/scoreLog' };
const attachment = { id: 48, name: 'routine/attachment' };
const outbox = { id: 113, name: 'routine/outbox' };
const category = { id: 107, name: 'goods/category' };
const project = { id: 120, name: 'auth/project' };
const classification = { id: 126, name: 'routine/classification' };
const problemReport = { id: 141, name: 'routine/problemReport' };

/**
 * The menu and the permission nodes of the pages that exist. Ids and names of pages the protocol knows are the protocol's; 100 to
 * 1000 are our own.
 * Source: wire-protocol.md §7.6, "admin_rule"; §3.2.
 */
export const SHIPPED_RULES: readonly Rule[] = [
  page({ ...dashboard, pid: 0, icon: 'fa fa-dashboard', weigh: 999, component: component('dashboard.vue') }),
  ...buttons(dashboard, [89], ['index']),
  {
    id: 2,
    pid: 0,
    type: 'menu_dir',
    title: 'menu.auth',
    name: 'auth',
    path: 'auth',
    icon: 'fa fa-group',
    menu_type: null,
    weigh: 100,
  },
  page({ ...group, pid: 2, icon: 'fa fa-group', weigh: 99, component: component('auth/group/index.vue') }),
  ...buttons(group, [4, 5, 6, 7], ['index', 'add', 'edit', 'del']),
  page({ ...admin, pid: 2, icon: 'el-icon-UserFilled', weigh: 98, component: component('auth/admin/index.vue') }),
  ...buttons(admin, [9, 10, 11, 12], ['index', 'add', 'edit', 'del']),
  page({ ...rule, pid: 2, icon: 'el-icon-Grid', weigh: 97, component: component('auth/rule/index.vue') }),
  ...buttons(rule, [14, 15, 16, 17, 18]),
  page({ ...adminLog, pid: 2, icon: 'el-icon-List', weigh: 96, component: component('auth/adminLog/index.vue') }),
  ...buttons(adminLog, [20, 140], ['index', 'del']),
  page({ ...project, pid: 2, icon: 'el-icon-Box', weigh: 95, component: component('auth/project/index.vue') }),
  ...buttons(project, [121, 122, 123, 124, 125]),
  {
    id: 100,
    pid: 0,
    type: 'menu_dir',
    title: 'menu.goods',
    name: 'goods',
    path: 'goods',
    icon: 'el-icon-Goods',
    menu_type: null,
    weigh: 98,
  },
  page({ ...goods, pid: 100, icon: 'el-icon-ShoppingBag', weigh: 99, component: component('goods/goods/index.vue') }),
  ...buttons(goods, [102, 103, 104, 105, 106]),
  page({ ...category, pid: 100, icon: 'el-icon-Collection', weigh: 98, component: component('goods/category/index.vue') }),
  ...buttons(category, [108, 109, 110, 111, 112]),
  {
    id: 21,
    pid: 0,
    type: 'menu_dir',
    title: 'menu.user',
    name: 'user',
    path: 'user',
    icon: 'fa fa-drivers-license',
    menu_type: null,
    weigh: 95,
  },
  page({ ...member, pid: 21, icon: 'fa fa-user', weigh: 94, component: component('user/user/index.vue') }),
  ...buttons(member, [23, 24, 25, 26], FORM_BUTTONS),
  page({ ...memberGroup, pid: 21, icon: 'fa fa-group', weigh: 93, component: component('user/group/index.vue') }),
  ...buttons(memberGroup, [28, 29, 30, 31], FORM_BUTTONS),
  page({ ...memberRule, pid: 21, icon: 'fa fa-th-list', weigh: 92, component: component('user/rule/index.vue') }),
  ...buttons(memberRule, [33, 34, 35, 36, 37]),
  page({ ...moneyLog, pid: 21, icon: 'el-icon-Money', weigh: 91, component: component('user/moneyLog/index.vue') }),
  ...buttons(moneyLog, [39, 40], ['index', 'add']),
  page({ ...scoreLog, pid: 21, icon: 'el-icon-Discount', weigh: 90, component: component('user/scoreLog/index.vue') }),
  ...buttons(scoreLog, [42, 43], ['index', 'add']),
  {
    id: 44,
    pid: 0,
    type: 'menu_dir',
    title: 'menu.routine',
    name: 'routine',
    path: 'routine',
    icon: 'fa fa-cogs',
    menu_type: null,
    weigh: 89,
  },
  page({ ...config, pid: 44, icon: 'el-icon-Tools', weigh: 88, component: component('routine/config/index.vue') }),
  ...buttons(config, [46, 47, 77, 88], ['index', 'edit', 'add', 'del']),
  page({ ...adminInfo, pid: 44, icon: 'fa fa-user', weigh: 86, component: component('routine/adminInfo.vue') }),
  ...buttons(adminInfo, [53, 54], ['index', 'edit']),
  page({ ...attachment, pid: 44, icon: 'fa fa-folder', weigh: 87, component: component('routine/attachment/index.vue') }),
  ...buttons(attachment, [49, 50, 51], ['index', 'edit', 'del']),
  page({ ...classification, pid: 44, icon: 'el-icon-Collection', weigh: 85, component: component('routine/classification/index.vue') }),
  ...buttons(classification, [127, 128, 129, 130, 131]),
  page({ ...outbox, pid: 44, icon: 'el-icon-Message', weigh: 80, component: component('routine/outbox/index.vue') }),
  ...buttons(outbox, [114, 115], ['index', 'del']),
  page({ ...problemReport, pid: 44, icon: 'local-log', weigh: 79, component: component('routine/problemReport/index.vue') }),
  ...buttons(problemReport, [142, 143, 144, 145], ['index', 'edit', 'del', 'download']),
];

const OWN_IDS = { first: 100, last: 1000 };

/** Files of pages that no other client of the family has. */
export const OWN_COMPONENTS: ReadonlySet<string> = new Set(
  SHIPPED_RULES.filter(({ id }) => id >= OWN_IDS.first && id <= OWN_IDS.last).flatMap(({ component: file }) => (file ? [file] : [])),
);

const SHIPPED_NAMES: ReadonlySet<string> = new Set(SHIPPED_RULES.map(({ name }) => name));

/** Whether the program knows a rule of this name. */
export const isShippedRule = (name: string): boolean => SHIPPED_NAMES.has(name);

/** The ids of these rules and of all below them, in the form a group stores. A parent that is needed to reach one comes along. */
export function rulesBelow(...names: readonly string[]): string {
  const chosen = new Set(SHIPPED_RULES.filter((rule) => names.includes(rule.name)).map((rule) => rule.id));
  const byId = new Map(SHIPPED_RULES.map((rule) => [rule.id, rule]));
  const isBelow = (rule: Rule | undefined): boolean => rule !== undefined && (chosen.has(rule.id) || isBelow(byId.get(rule.pid)));
  const isAbove = (rule: Rule): boolean => SHIPPED_RULES.some((other) => other.pid === rule.id && (chosen.has(other.id) || isAbove(other)));
  return SHIPPED_RULES.filter((rule) => isBelow(rule) || isAbove(rule))
    .map((rule) => rule.id)
    .join(',');
}
