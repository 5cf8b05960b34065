import { removeAttachments } from '#api/contract/files/attachment';
import { isProgramName } from '#domain/files/program-suffixes';
import { FieldsRefused } from '#server/base/refusal';
import { createAttachmentService } from '#server/features/files/attachments.service';
import { localBytesOf, giveBytesBack, cloudObjectsOf } from '#server/features/files/recycled-bytes';
import { releaseObjects } from '#server/features/files/release-files';
import { shownName } from '#server/features/files/file-name';
import { sectionHooks } from '#server/features/base/section-hooks';
import { attachment } from './attachment.resource.ts';

/** A file that is used stays unless it is forced out. A new name obeys the rules of an upload's: it is offered to whoever saves the file. Source: security.md rules 22, 23. */
export const attachmentHooks = sectionHooks(attachment, ({ ports, resources }) => {
  const attachments = createAttachmentService(ports, resources);
  return {
    endpoints: { remove: removeAttachments },
    remove: (request, caller, remove) => attachments.remove(request, caller, remove),
    beforeWrite({ name, ...values }) {
      if (name === undefined) return Promise.resolve(values);
      const shown = shownName(name);
      if (isProgramName(shown)) return Promise.reject(new FieldsRefused({ name: { key: 'refusals.upload.typeNotAllowed' } }));
      return Promise.resolve({ ...values, name: shown });
    },
    async beforeRemove(ids, { trx, keepBeside }) {
      for (const { id, ...bytes } of await localBytesOf(trx, ids)) keepBeside(id, 'blob', [bytes]);
      await releaseObjects(ports, trx, await cloudObjectsOf(trx, ids));
      return ids;
    },
    async afterWrite(record, { trx, before, restored }) {
      if (before === null) await giveBytesBack(ports, trx, record, restored?.['blob']?.[0]);
    },
    // Nobody's id is 0 on the wire.
    present: async (records) => records.map((record) => ({ ...record, adminId: record.adminId ?? 0, userId: record.userId ?? 0 })),
  };
});
