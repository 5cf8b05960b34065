import { rulesBelow } from './shipped-rules.ts';

/** The group whose rules are `*`: super administrators. */
export const SUPER_GROUP_ID = 1;

/** Each group is the one above the next. Rights grow with the sections; the outbox, which may hold codes, the settings and the log are left to super administrators. Source: wire-protocol.md §7.6, "admin_group". */
export const SHIPPED_GROUPS = [
  { id: SUPER_GROUP_ID, pid: 0, name: '超级管理组', rules: '*' },
  { id: 2, pid: 1, name: '一级管理员', rules: rulesBelow('dashboard', 'goods', 'user', 'routine/attachment', 'routine/adminInfo') },
  { id: 3, pid: 2, name: '二级管理员', rules: rulesBelow('goods', 'user', 'routine/adminInfo') },
  { id: 4, pid: 3, name: '三级管理员', rules: rulesBelow('goods/category', 'routine/adminInfo') },
];
