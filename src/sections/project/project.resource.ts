import { defineResource } from '#api/contract/table/resource';
import { TYPED_TREE } from '#api/contract/table/typed-tree';

/** Projects and products, which administrators choose what they work on from, a tree. Source: wire protocol §8.4. */
export const project = defineResource({
  name: 'project',
  controller: 'auth.Project',
  table: 'project',
  menu: { under: 'auth', icon: 'fa fa-folder', sortOrder: 97, ids: 120 },
  ...TYPED_TREE,
});
