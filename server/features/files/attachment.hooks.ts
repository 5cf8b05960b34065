import type { attachment } from '#api/contract/resources/attachment';
import { isProgramName } from '#domain/files/program-suffixes';
import { FieldsRefused } from '../../base/refusal.ts';
import { shownName } from './file-name.ts';
import type { ResourceHooks } from '../../resources/base/hooks.ts';

/** A new name obeys the rules of an upload's: it is offered to whoever saves the file. Source: security.md rules 22, 23. */
export const attachmentHooks: ResourceHooks<typeof attachment.fields> = {
  beforeWrite({ name, ...values }) {
    if (name === undefined) return Promise.resolve(values);
    const shown = shownName(name);
    if (isProgramName(shown)) return Promise.reject(new FieldsRefused({ name: { key: 'refusals.upload.typeNotAllowed' } }));
    return Promise.resolve({ ...values, name: shown });
  },
  // Nobody's id is 0 on the wire.
  present: async (records) => records.map((record) => ({ ...record, adminId: record.adminId ?? 0, userId: record.userId ?? 0 })),
};
