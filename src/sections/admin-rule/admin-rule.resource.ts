import { checkMenuRule } from '#domain/rights/admin-rules';
import { defineResource } from '#api/contract/table/resource';

const PAGES = ['menu_dir', 'menu'];

/** Menu rules: directories, pages, and the nodes of rights on pages. Source: wire protocol §5.6, §3.2. */
export const adminRule = defineResource({
  name: 'adminRule',
  controller: 'auth.Rule',
  table: 'admin_rule',
  menu: { under: 'auth', icon: 'el-icon-Grid', sortOrder: 100, ids: 13 },
  titleField: 'title',
  rowActions: ['sort', 'edit', 'delete'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  tree: true,
  dataLimit: { rule: 'ownRules', ownerColumn: 'id' },
  check: checkMenuRule,
  export: 'never',
  // Groups are given a new rule and lose one that goes.
  final: ['add', 'del'],
  fields: {
    id: { kind: 'id', list: 'hidden', widthPx: 80 },
    parentId: { kind: 'parent', column: 'pid', list: 'never' },
    type: {
      kind: 'radio',
      bulk: 'never',
      options: ['menu_dir', 'menu', 'button'],
      optionColors: { menu_dir: 'gray', menu: 'teal', button: 'orange' },
      required: true,
      initial: 'menu',
    },
    title: { kind: 'string', required: true, maxLength: 50, quickSearch: true },
    name: { kind: 'string', required: true, maxLength: 50, quickSearch: true, hint: true, widthPx: 200 },
    path: { kind: 'string', maxLength: 100, list: 'hidden', hint: true, when: { type: PAGES } },
    icon: { kind: 'iconSelect', maxLength: 50, initial: 'fa fa-circle-o', when: { type: PAGES } },
    menuType: { kind: 'radio', options: ['tab', 'link', 'iframe'], initial: 'tab', list: 'hidden', when: { type: ['menu'] } },
    url: { kind: 'string', maxLength: 255, list: 'hidden', hint: true, when: { type: ['menu'], menuType: ['link', 'iframe'] } },
    component: { kind: 'string', maxLength: 100, list: 'hidden', hint: true, when: { type: ['menu'], menuType: ['tab'] } },
    extend: {
      kind: 'select',
      options: ['none', 'add_rules_only', 'add_menu_only'],
      required: true,
      initial: 'none',
      list: 'hidden',
      hint: true,
      when: { type: ['menu'], menuType: ['tab'] },
    },
    remark: { kind: 'textarea', maxLength: 255, list: 'hidden', hint: true },
    keepalive: { kind: 'switch', initial: false, when: { type: ['menu'], menuType: ['tab'] } },
    status: { kind: 'switch', initial: true },
    weigh: { kind: 'sortOrder', list: 'hidden' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', list: 'hidden' },
    updateTime: { kind: 'updateTime', list: 'hidden' },
  },
});
