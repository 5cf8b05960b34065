import { sectionHooks } from '#server/features/base/section-hooks';
import { deletionSteps } from '#server/features/members/own-data/deletion-steps';
import { memberDeletion } from './member-deletion.resource.ts';

/** What follows from the steps of a request: the member is told, and the account ends. */
export const memberDeletionHooks = sectionHooks(memberDeletion, ({ ports, memberData }) => {
  const steps = deletionSteps(ports, memberData);
  return {
    beforeLock: (ids, trx) => steps.lockMembers(trx, ids),
    beforeWrite: (values, { before, nowSeconds, write, trx }) => steps.validate(values, { before, nowSeconds, source: write.source, trx }),
    afterWrite: (record, { before, trx, caller, nowSeconds, write }) =>
      steps.follow(trx, record, { before, caller, nowSeconds, source: write.source }),
  };
});
