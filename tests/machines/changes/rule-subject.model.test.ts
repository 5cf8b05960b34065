import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { ruleSubjectMachine } from '#machines/changes/rule-subject.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const form = createEmptyActor();
const subject = (controller: string, ...columns: string[]) => ({ type: 'subject.changed', subject: { controller, columns } }) as const;
const silent = new FailureError({ kind: 'timeout' });

describeModel({
  machine: ruleSubjectMachine,
  inputs: [
    { kind: 'recycle', form },
    { kind: 'sensitive', form },
  ],
  events: [
    { type: 'choices.retried' },
    subject(''),
    subject('goods/Goods'),
    subject('goods/Goods', 'price'),
    // Of a section that is gone, or that the person may not open.
    subject('gone/Gone', 'price'),
    done('loadChoices', [{ controller: 'goods/Goods', resource: 'goods', rule: null }]),
    failed('loadChoices', silent),
    done('countEarlier', 41),
    failed('countEarlier', silent),
  ],
  view: ({ context: { subject: about, earlier, choices, failure } }) => [about, earlier, choices.length, failure],
  // A number belongs to what the form says now.
  always: ({ context, ...snapshot }) => context.earlier === 0 || snapshot.value !== 'loading',
});
