import { defineResource } from '#api/contract/table/resource';
import { checkPublicPage } from './public-page.rules.ts';

/** Pages of the site that seldom change, such as its terms; each stands at `/pages/<slug>`. Source: open content, "Home page". */
export const publicPage = defineResource({
  name: 'publicPage',
  controller: 'content.Page',
  table: 'public_page',
  menu: { under: 'content', icon: 'fa fa-file', sortOrder: 98 },
  titleField: 'title',
  titleIn: { en: 'titleEn' },
  rowActions: ['sort', 'edit', 'delete'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  isSmall: true,
  check: checkPublicPage,
  lifeField: 'status',
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    slug: { kind: 'string', required: true, maxLength: 60, quickSearch: true, search: 'text', hint: true },
    title: { kind: 'string', required: true, maxLength: 100, quickSearch: true, search: 'text' },
    titleEn: { kind: 'string', maxLength: 100, quickSearch: true, list: 'hidden', hint: true },
    status: {
      kind: 'radio',
      options: ['draft', 'on'],
      optionColors: { draft: 'gray', on: 'teal' },
      required: true,
      search: 'select',
      sortable: true,
      initial: 'draft',
    },
    inFooter: { kind: 'switch', initial: false, search: 'select', hint: true, widthPx: 120 },
    body: { kind: 'richText', maxLength: 60_000, list: 'never' },
    bodyEn: { kind: 'richText', maxLength: 60_000, list: 'never' },
    weigh: { kind: 'sortOrder', sortable: true, list: 'hidden' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, list: 'hidden' },
    updateTime: { kind: 'updateTime', sortable: true },
  },
});
