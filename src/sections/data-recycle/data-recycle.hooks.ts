import { sectionHooks } from '#server/features/base/section-hooks';
import { keptSince } from '#server/features/base/retention';
import { coverDeletions } from '#server/features/changes/earlier-changes';
import { aboutSection, findSection, ruleChoices } from '#server/features/changes/safety-rules';
import { dataRecycle } from './data-recycle.resource.ts';

/** A rule names a controller; everything else that rows say of it follows. Source: wire protocol §5.14. */
export const dataRecycleHooks = sectionHooks(dataRecycle, ({ ports, resources }) => ({
  besideForm: (caller) => ruleChoices(ports, resources, 'remove', caller),
  beforeWrite: (values, { caller }) => Promise.resolve({ ...values, ...aboutSection(resources, values, caller) }),
  async afterWrite({ id, resource, status }, { trx, before }) {
    const section = findSection(resources, resource);
    const isNew = before === null || before['status'] !== true || before['resource'] !== resource;
    if (section && status && isNew)
      await coverDeletions(trx, section, { id, since: await keptSince({ database: { kysely: trx }, clock: ports.clock }, 'recycle_days') });
  },
}));
