import { createContext, use } from 'react';
import type { RuleSubjectRef } from '#machines/changes/rule-subject.machine';
import type { RecordFormRef } from '#machines/table/record-form.machine';

interface RuleOfForm {
  /** What the rule can be about. */
  readonly subject: RuleSubjectRef;
  readonly form: RecordFormRef;
}

/** The rule in the form, for its inputs. */
export const RuleContext = createContext<RuleOfForm | null>(null);

export function useRule(): RuleOfForm {
  const rule = use(RuleContext);
  if (!rule) throw new Error('an input of a rule stands outside of its form');
  return rule;
}
