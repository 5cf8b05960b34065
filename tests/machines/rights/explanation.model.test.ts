import type { Explanation } from '#domain/rights/explanation';
import { FailureError } from '#domain/base/failure';
import { explanationMachine } from '#machines/rights/explanation.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const answer: Explanation = {
  reason: 'notGranted',
  isAllowed: false,
  node: 'goods/goods/edit',
  rules: [{ id: 4, title: 'Edit', name: 'goods/goods/edit', isActive: true }],
  groups: [{ id: 2, name: 'Editors', isActive: true, isSuper: false, grants: false }],
};
const rules = ['goods/goods', 'goods/goods/edit'].map((node, depth) => ({ node, title: node, depth }));

describeModel({
  machine: explanationMachine,
  inputs: [{ id: 2 }],
  events: [
    { type: 'explanation.ruleChosen', node: 'goods/goods/edit' },
    { type: 'explanation.ruleChosen', node: 'goods/goods' },
    { type: 'explanation.ruleChosen', node: 'none/such' },
    { type: 'explanation.retried' },
    done('loadRules', rules),
    failed('loadRules', new FailureError({ kind: 'timeout' })),
    done('explain', answer),
    failed('explain', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context }) => [context.node, context.rules.length, context.explanation !== null, context.failure?.kind],
  // An answer is shown only for the rule that is chosen, and a failure only where there is none.
  always: (snapshot) =>
    snapshot.matches('explained') === (snapshot.context.explanation !== null) &&
    snapshot.hasTag('failed') === (snapshot.context.failure !== null),
});
