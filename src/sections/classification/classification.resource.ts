import { defineResource } from '#api/contract/table/resource';
import { TYPED_TREE } from '#api/contract/table/typed-tree';

/** Classifications, which cascading selects offer level by level, a tree. Source: wire protocol §8.4. */
export const classification = defineResource({
  name: 'classification',
  controller: 'routine.Classification',
  table: 'classification',
  menu: { under: 'routine', icon: 'el-icon-Collection', sortOrder: 85, ids: 126 },
  ...TYPED_TREE,
});
