/** A rule covers one section; columns are those of the wire. */
const ruleOf = (name: string, resource: string, controller: string, table: string) => ({
  name,
  resource,
  controller,
  controller_as: controller.toLowerCase(),
  data_table: table,
  primary_key: 'id',
});

/** Source: wire-protocol.md §7.6, "security_data_recycle", but for settings, whose deletion no section can take back. */
export const SHIPPED_RECYCLE_RULES = [
  ruleOf('管理员', 'admin', 'auth/Admin', 'admin'),
  ruleOf('管理员日志', 'adminLog', 'auth/AdminLog', 'admin_log'),
  ruleOf('菜单规则', 'adminRule', 'auth/Rule', 'admin_rule'),
  ruleOf('会员', 'member', 'user/User', 'member'),
  ruleOf('数据回收规则', 'dataRecycle', 'security/DataRecycle', 'security_data_recycle'),
];

const watched = (...fields: readonly (readonly [column: string, title: string])[]) => ({
  fields: JSON.stringify(fields.map(([key, value]) => ({ key, value }))),
});
const ACCOUNT = [
  ['username', '用户名'],
  ['mobile', '手机号'],
  ['password', '密码'],
  ['status', '状态'],
] as const;

/** Source: wire-protocol.md §7.6, "security_sensitive_data". */
export const SHIPPED_SENSITIVE_RULES = [
  { ...ruleOf('管理员数据', 'admin', 'auth/Admin', 'admin'), ...watched(...ACCOUNT) },
  { ...ruleOf('会员数据', 'member', 'user/User', 'member'), ...watched(...ACCOUNT, ['email', '邮箱']) },
  { ...ruleOf('管理员权限', 'adminGroup', 'auth/Group', 'admin_group'), ...watched(['rules', '权限规则']) },
];
