import { defineResource } from '../table/resource.ts';
import { TYPED_TREE } from '../table/typed-tree.ts';

/** Projects and products, which administrators choose what they work on from, a tree. Source: wire protocol §8.4. */
export const project = defineResource({
  name: 'project',
  controller: 'auth.Project',
  table: 'project',
  ...TYPED_TREE,
});
