/** What projects and classifications share: trees of names, switched on and off, whose roots say of which type their branch is. */
export const TYPED_TREE = {
  titleField: 'name',
  rowActions: ['sort', 'edit', 'delete'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  tree: true,
  fields: {
    id: { kind: 'id', widthPx: 80 },
    parentId: { kind: 'parent', column: 'pid', list: 'never' },
    name: { kind: 'string', required: true, maxLength: 100, quickSearch: true },
    type: { kind: 'integer', required: true, min: 1, max: 99, initial: 1, hint: true, when: { parentId: ['null'] }, widthPx: 90 },
    status: { kind: 'switch', initial: true },
    weigh: { kind: 'sortOrder', list: 'hidden' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', list: 'hidden' },
    updateTime: { kind: 'updateTime' },
  },
} as const;
