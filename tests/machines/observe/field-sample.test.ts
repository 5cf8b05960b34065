import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { fieldSampleLogic, selectSampleIssue, selectSampleValue } from '#machines/observe/field-sample.logic';

const sample = (value: unknown, isChecked = false) =>
  createActor(fieldSampleLogic, { input: { field: { kind: 'account', required: true }, value, isChecked } }).start();
const seen = (actor: ReturnType<typeof sample>) => [
  selectSampleValue(actor.getSnapshot()),
  selectSampleIssue(actor.getSnapshot())?.key ?? null,
];

describe('the sample of a field', () => {
  it('is judged when it is left, not while somebody types', () => {
    const actor = sample('');
    expect(seen(actor)).toEqual(['', null]);
    actor.send({ type: 'sample.changed', value: 'a' });
    expect(seen(actor)).toEqual(['a', null]);
    actor.send({ type: 'sample.left' });
    expect(seen(actor)).toEqual(['a', 'validation.account']);
  });

  it('follows from then on what is being put right', () => {
    const actor = sample('', true);
    expect(seen(actor)).toEqual(['', 'validation.required']);
    actor.send({ type: 'sample.changed', value: '1' });
    expect(seen(actor)).toEqual(['1', 'validation.account']);
    actor.send({ type: 'sample.changed', value: 'tea' });
    expect(seen(actor)).toEqual(['tea', null]);
    actor.send({ type: 'sample.changed', value: 't' });
    expect(seen(actor)).toEqual(['t', null]);
  });
});
