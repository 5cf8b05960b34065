import { checkGoods } from './goods.rules.ts';
import { defineResource } from '#api/contract/table/resource';

/** Goods of the shop. Source: open content, "Goods and categories". */
export const goods = defineResource({
  name: 'goods',
  controller: 'goods.Goods',
  table: 'goods',
  menu: { under: 'goods', icon: 'el-icon-ShoppingBag', sortOrder: 99, ids: 101 },
  titleField: 'title',
  rowActions: ['sort', 'edit', 'delete'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  check: checkGoods,
  lifeField: 'status',
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    images: { kind: 'images', maxCount: 9, hint: true, widthPx: 84 },
    title: { kind: 'string', required: true, maxLength: 100, quickSearch: true, search: 'text', sortable: true },
    titleEn: { kind: 'string', maxLength: 100, quickSearch: true, list: 'hidden' },
    subtitle: { kind: 'string', maxLength: 200, quickSearch: true, list: 'hidden' },
    categoryId: { kind: 'remoteSelect', of: 'goodsCategory', required: true, search: 'select' },
    price: { kind: 'money', required: true, min: 0, max: 99_999_999_99, sortable: true, search: 'range', initial: null },
    listPrice: { kind: 'money', min: 0, max: 99_999_999_99, sortable: true, list: 'hidden', hint: true },
    stock: { kind: 'integer', required: true, min: 0, sortable: true, search: 'range', initial: 0 },
    unit: { kind: 'string', maxLength: 20, list: 'hidden' },
    status: {
      kind: 'select',
      options: ['draft', 'on', 'off'],
      optionColors: { draft: 'gray', on: 'teal', off: 'orange' },
      required: true,
      search: 'select',
      sortable: true,
      initial: 'draft',
    },
    isFeatured: { kind: 'switch', initial: false, list: 'hidden', hint: true },
    tags: { kind: 'tags', maxCount: 10 },
    description: { kind: 'richText', maxLength: 20_000, list: 'never' },
    weigh: { kind: 'sortOrder', sortable: true, list: 'hidden' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, search: 'range' },
    updateTime: { kind: 'updateTime', sortable: true, list: 'hidden' },
  },
});
