import { sectionHooks } from '#server/features/base/section-hooks';
import { aboutSection, ruleChoices } from '#server/features/changes/safety-rules';
import { dataRecycle } from './data-recycle.resource.ts';

/** A rule names a controller; everything else that rows say of it follows. Source: wire protocol §5.14. */
export const dataRecycleHooks = sectionHooks(dataRecycle, ({ resources }) => ({
  besideForm: (caller) => ruleChoices(resources, 'remove', caller),
  beforeWrite: (values, { caller }) => Promise.resolve({ ...values, ...aboutSection(resources, values, caller) }),
}));
