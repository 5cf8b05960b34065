import { defineResource } from '#api/contract/table/resource';
import { checkNotice } from './notice.rules.ts';

/**
 * News of the site, which visitors read in the time between publication and expiry. Its steps are in `notice.life.ts`. Without English words a notice stands in Chinese alone.
 * Source: open content, "Home page".
 */
export const notice = defineResource({
  name: 'notice',
  controller: 'content.Notice',
  table: 'notice',
  menu: { under: { name: 'content', icon: 'el-icon-House', sortOrder: 92 }, icon: 'fa fa-bullhorn', sortOrder: 99 },
  titleField: 'title',
  titleIn: { en: 'titleEn' },
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  isSmall: true,
  check: checkNotice,
  lifeField: 'status',
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    title: { kind: 'string', required: true, maxLength: 100, quickSearch: true, search: 'text' },
    titleEn: { kind: 'string', maxLength: 100, quickSearch: true, list: 'hidden', hint: true },
    status: {
      kind: 'radio',
      options: ['draft', 'review', 'ready', 'on', 'ended'],
      optionColors: { draft: 'gray', review: 'orange', ready: 'blue', on: 'teal', ended: 'gray' },
      required: true,
      search: 'select',
      sortable: true,
      initial: 'draft',
    },
    audience: {
      kind: 'radio',
      options: ['public', 'members'],
      optionColors: { public: 'blue', members: 'grape' },
      required: true,
      search: 'select',
      initial: 'public',
      hint: true,
      widthPx: 118,
    },
    groupId: { kind: 'remoteSelect', of: 'memberGroup', list: 'hidden', hint: true, when: { audience: ['members'] } },
    isPinned: { kind: 'switch', initial: false, search: 'select', hint: true },
    publishTime: { kind: 'dateTime', sortable: true, search: 'range', hint: true },
    expireTime: { kind: 'dateTime', sortable: true, list: 'hidden', hint: true },
    body: { kind: 'richText', maxLength: 20_000, list: 'never' },
    bodyEn: { kind: 'richText', maxLength: 20_000, list: 'never' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, list: 'hidden' },
    updateTime: { kind: 'updateTime', sortable: true },
  },
});
