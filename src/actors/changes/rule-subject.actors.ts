import { textOrEmpty } from '#domain/base/plain-value';
import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { recycleRuleChoices, recycleRuleReach, sensitiveRuleChoices, sensitiveRuleReach } from '#api/contract/changes/data-safety';
import type { RuleChoice, RuleSubject } from '#domain/changes/rule-reach';
import { resourceOfController } from '#domain/table/resource';
import { ruleSubjectMachine, type RuleSubjectEvent, type RuleSubjectInput } from '#machines/changes/rule-subject.machine';
import type { RecordFormRef, RecordFormSnapshot } from '#machines/table/record-form.machine';
import { orWhereMissing } from '../base/or-where-missing.ts';
import { knownResources } from '../base/resource-book.ts';

const CHOICES = { recycle: recycleRuleChoices, sensitive: sensitiveRuleChoices } as const;
const REACH = { recycle: recycleRuleReach, sensitive: sensitiveRuleReach } as const;

function subjectIn({ context: { values } }: RecordFormSnapshot): RuleSubject {
  const pairs = Array.isArray(values['fields']) ? (values['fields'] as readonly { readonly key: string }[]) : [];
  return { controller: textOrEmpty(values['controller']), columns: pairs.map(({ key }) => key).filter((key) => key !== '') };
}

const isSame = (a: RuleSubject, b: RuleSubject): boolean => a.controller === b.controller && a.columns.join() === b.columns.join();

/** Reads what rules can be about. Another server names controllers alone: which of the sections they are, this client knows. */
export const ruleSubjectLogic = ({ call }: { readonly call: Call }): typeof ruleSubjectMachine =>
  ruleSubjectMachine.provide({
    actors: {
      loadChoices: fromPromise(async ({ input: { kind }, signal }): Promise<readonly RuleChoice[]> => {
        const { controllers, sections } = await call(CHOICES[kind], {}, { signal });
        const named = new Set(sections.map(({ controller }) => controller));
        const others = Object.keys(controllers).filter((controller) => !named.has(controller));
        return [
          ...sections,
          ...others.map((controller) => ({
            controller,
            resource: resourceOfController(knownResources(), controller)?.name ?? '',
            rule: null,
          })),
        ];
      }),
      countEarlier: fromPromise(async ({ input: { kind, subject }, signal }) => {
        const input = { controller: subject.controller, columns: subject.columns.join() };
        // Rules of other servers cover nothing that was before them.
        return (await orWhereMissing(call(REACH[kind], input, { signal, duplicates: 'allowed' }), { earlier: 0 })).earlier;
      }),
      watchForm: fromCallback<RuleSubjectEvent, RuleSubjectInput>(({ input, sendBack }) => {
        const form = input.form as unknown as RecordFormRef;
        let told: RuleSubject | null = null;
        const tell = (snapshot: RecordFormSnapshot) => {
          const subject = subjectIn(snapshot);
          if (told && isSame(told, subject)) return;
          told = subject;
          sendBack({ type: 'subject.changed', subject });
        };
        tell(form.getSnapshot());
        const subscription = form.subscribe(tell);
        return () => subscription.unsubscribe();
      }),
    },
  });
