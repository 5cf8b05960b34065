import { defineResource } from '#api/contract/table/resource';

/** Categories of goods, a tree. Source: open content, "Goods and categories". */
export const goodsCategory = defineResource({
  name: 'goodsCategory',
  controller: 'goods.Category',
  table: 'goods_category',
  menu: {
    under: { name: 'goods', icon: 'el-icon-ShoppingBag', sortOrder: 98, id: 100 },
    icon: 'el-icon-Collection',
    sortOrder: 98,
    ids: 107,
  },
  titleField: 'name',
  titleIn: { en: 'nameEn' },
  rowActions: ['sort', 'edit', 'delete'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  tree: true,
  fields: {
    id: { kind: 'id', list: 'hidden', widthPx: 80 },
    parentId: { kind: 'parent', column: 'pid', list: 'never' },
    name: { kind: 'string', required: true, maxLength: 50, quickSearch: true },
    nameEn: { kind: 'string', maxLength: 50, quickSearch: true },
    icon: { kind: 'iconSelect', maxLength: 50, hint: true, widthPx: 80 },
    image: { kind: 'image', list: 'hidden' },
    status: { kind: 'switch', initial: true },
    weigh: { kind: 'sortOrder', list: 'hidden' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime' },
    updateTime: { kind: 'updateTime', list: 'hidden' },
  },
});
