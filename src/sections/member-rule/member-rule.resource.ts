import { checkMemberRule } from '#domain/members/member-rules';
import { defineResource } from '#api/contract/table/resource';

const PAGES = ['route', 'menu_dir', 'menu', 'nav_user_menu', 'nav'];
const ENTRIES = ['menu', 'nav_user_menu', 'nav'];

/**
 * What the member centre offers: its pages, the entries of its menus, and single permissions. A tree.
 * Source: wire protocol §3.5, §5.9, §7.2.
 */
export const memberRule = defineResource({
  name: 'memberRule',
  controller: 'user.Rule',
  table: 'member_rule',
  menu: { under: 'user', icon: 'fa fa-th-list', sortOrder: 92, ids: 32 },
  titleField: 'title',
  titleIn: { en: 'titleEn' },
  shippedNames: [
    '我的账户',
    '账户概览',
    '个人资料',
    '修改密码',
    '账户安全',
    '积分记录',
    '余额记录',
    '消息',
    '公告',
    '我的文件',
    '我的数据',
  ],
  rowActions: ['sort', 'edit', 'delete'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  tree: true,
  // Groups are given a new rule and lose one that goes.
  final: ['add', 'del'],
  check: checkMemberRule,
  fields: {
    id: { kind: 'id', list: 'hidden', widthPx: 80 },
    type: {
      kind: 'radio',
      bulk: 'never',
      options: ['route', 'menu_dir', 'menu', 'nav_user_menu', 'nav', 'button'],
      optionColors: { route: 'blue', menu_dir: 'violet', menu: 'teal', nav_user_menu: 'orange', nav: 'cyan', button: 'gray' },
      required: true,
      initial: 'menu',
      widthPx: 120,
    },
    parentId: { kind: 'parent', column: 'pid', list: 'never' },
    title: { kind: 'string', required: true, maxLength: 50, quickSearch: true },
    titleEn: { kind: 'string', maxLength: 50, quickSearch: true, list: 'hidden', hint: true },
    name: { kind: 'string', required: true, maxLength: 50, quickSearch: true, hint: true, widthPx: 220 },
    path: { kind: 'string', maxLength: 100, list: 'hidden', when: { type: PAGES } },
    icon: { kind: 'iconSelect', maxLength: 50, list: 'never', when: { type: PAGES } },
    menuType: {
      kind: 'radio',
      options: ['tab', 'link', 'iframe'],
      required: true,
      initial: 'tab',
      list: 'hidden',
      when: { type: ENTRIES },
    },
    url: { kind: 'string', maxLength: 255, list: 'never', hint: true, when: { type: ENTRIES, menuType: ['link', 'iframe'] } },
    component: { kind: 'string', maxLength: 100, list: 'never', hint: true, when: { type: ['route', ...ENTRIES], menuType: ['tab'] } },
    extend: {
      kind: 'select',
      options: ['none', 'add_rules_only', 'add_menu_only'],
      required: true,
      initial: 'none',
      list: 'never',
      hint: true,
      when: { type: ENTRIES },
    },
    noLoginValid: { kind: 'switch', initial: false, list: 'hidden', hint: true },
    remark: { kind: 'string', maxLength: 255, list: 'hidden' },
    status: { kind: 'switch', initial: true },
    weigh: { kind: 'sortOrder', list: 'hidden' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', list: 'hidden' },
    updateTime: { kind: 'updateTime', list: 'hidden' },
  },
});
