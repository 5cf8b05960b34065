import { defineResource } from '#api/contract/table/resource';

/**
 * Every stored file, one record for each owner. Records come from uploads; people only name, tag and delete them.
 * Source: wire protocol §5.12, §6.4, §7.3.
 */
export const attachment = defineResource({
  name: 'attachment',
  controller: 'routine.Attachment',
  table: 'attachment',
  menu: { under: 'routine', icon: 'fa fa-folder', sortOrder: 87, ids: 48 },
  titleField: 'name',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'lastUploadTime', direction: 'desc' },
  calls: ['list', 'read', 'save', 'remove'],
  bin: 'fromNow',
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    url: { kind: 'file', form: 'never' },
    name: { kind: 'string', required: true, maxLength: 100, quickSearch: true, search: 'text', sortable: true },
    tags: { kind: 'tags', maxCount: 10, search: 'select' },
    suffix: { kind: 'string', form: 'never', search: 'equal', list: 'hidden' },
    mimeType: { kind: 'string', column: 'mimetype', form: 'never', search: 'text', sortable: true },
    sizeBytes: { kind: 'integer', column: 'size', form: 'never', search: 'range', sortable: true },
    widthPx: { kind: 'integer', column: 'width', form: 'never', list: 'hidden' },
    heightPx: { kind: 'integer', column: 'height', form: 'never', list: 'hidden' },
    topic: { kind: 'string', form: 'never', search: 'equal', list: 'hidden' },
    uploader: { kind: 'string', form: 'never', search: 'text' },
    adminId: {
      kind: 'remoteSelect',
      of: 'admin',
      outlivesRecord: true,
      shows: ['nickname'],
      form: 'never',
      search: 'select',
      list: 'never',
    },
    userId: {
      kind: 'remoteSelect',
      of: 'member',
      outlivesRecord: true,
      shows: ['nickname'],
      form: 'never',
      search: 'select',
      list: 'never',
    },
    uploadCount: { kind: 'integer', column: 'quote', form: 'never', sortable: true, list: 'hidden' },
    storage: { kind: 'string', form: 'never', search: 'equal', list: 'hidden' },
    sha1: { kind: 'string', form: 'never', search: 'equal', list: 'hidden' },
    fullUrl: { kind: 'string', form: 'never', list: 'never' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, list: 'hidden' },
    lastUploadTime: { kind: 'dateTime', form: 'never', search: 'range', sortable: true },
  },
});
