import { defineResource } from '../table/resource.ts';
import { TYPED_TREE } from '../table/typed-tree.ts';

/** Classifications, which cascading selects offer level by level, a tree. Source: wire protocol §8.4. */
export const classification = defineResource({
  name: 'classification',
  controller: 'routine.Classification',
  table: 'classification',
  ...TYPED_TREE,
});
