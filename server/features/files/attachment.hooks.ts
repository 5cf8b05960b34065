import type { attachment } from '#api/contract/resources/attachment';
import { removeAttachments } from '#api/contract/files/attachment';
import { isProgramName } from '#domain/files/program-suffixes';
import { FieldsRefused } from '../../base/refusal.ts';
import type { AttachmentService } from './attachments.service.ts';
import { shownName } from './file-name.ts';
import type { ResourceHooks } from '../../resources/base/hooks.ts';

/** A file that is used stays unless it is forced out. A new name obeys the rules of an upload's: it is offered to whoever saves the file. Source: security.md rules 22, 23. */
export const attachmentHooks = ({ remove }: Pick<AttachmentService, 'remove'>): ResourceHooks<typeof attachment.fields> => ({
  endpoints: { remove: removeAttachments },
  remove,
  beforeWrite({ name, ...values }) {
    if (name === undefined) return Promise.resolve(values);
    const shown = shownName(name);
    if (isProgramName(shown)) return Promise.reject(new FieldsRefused({ name: { key: 'refusals.upload.typeNotAllowed' } }));
    return Promise.resolve({ ...values, name: shown });
  },
  // Nobody's id is 0 on the wire.
  present: async (records) => records.map((record) => ({ ...record, adminId: record.adminId ?? 0, userId: record.userId ?? 0 })),
});
