import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectChoicesFailure, selectEarlier, type RuleSubjectRef } from '#machines/changes/rule-subject.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import { FormField } from '../../kit/form/FormField.tsx';
import type { FormFieldsProps } from '../../kit/table/base/table-extras.ts';
import classes from './rules.module.css';
import { RuleContext } from './rule-context.ts';
import { RuleSectionInput } from './RuleSectionInput.tsx';
import { WatchedFieldsInput } from './WatchedFieldsInput.tsx';

const INPUTS = { controller: RuleSectionInput, fields: WatchedFieldsInput } as const;
const KEYS = ['controller', 'name', 'fields', 'status'] as const;

/** The form of a rule of data safety: the section first, for everything else hangs on it. */
export function RuleFields({ form, resource }: FormFieldsProps) {
  const { ruleSubject } = useBundle('changes');
  const kind = resource.fields['fields'] ? 'sensitive' : 'recycle';
  const rule = useLeafActor(ruleSubject, { id: `ruleSubject:${kind}`, input: { kind, form } });
  const context = useMemo(() => ({ subject: rule, form }), [rule, form]);
  return (
    <RuleContext value={context}>
      {KEYS.map((key) => {
        const field = resource.fields[key];
        if (!field) return null;
        const Input = key === 'controller' || key === 'fields' ? INPUTS[key] : undefined;
        return <FormField key={key} form={form} resource={resource} fieldKey={key} field={field} {...(Input && { Input })} />;
      })}
      <Reach rule={rule} kind={kind} />
    </RuleContext>
  );
}

function Reach({ rule, kind }: { readonly rule: RuleSubjectRef; readonly kind: 'recycle' | 'sensitive' }) {
  const earlier = useSelector(rule, selectEarlier);
  const failure = useSelector(rule, selectChoicesFailure);
  if (failure)
    return <FailureLine text={t('changes.rules.failed')} failure={failure} onRetry={() => rule.send({ type: 'choices.retried' })} />;
  return <output className={classes.reach}>{earlier > 0 && t(`changes.rules.earlier.${kind}`, { count: earlier })}</output>;
}
