import { describe, expect, it } from 'vitest';
import { FailureError, rejection } from '#domain/base/failure';
import { FieldsRefused, RowsRefused } from '#server/base/refusal';
import { forbiddenReason } from '#server/features/rights/forbidden-reasons';

describe('what somebody wants beyond their rights', () => {
  it.each([
    'refusals.forbidden',
    'refusals.auth.beyondOwn',
    'refusals.auth.equalsOwn',
    'refusals.auth.ownGroup',
    'refusals.auth.strongerAccount',
    'refusals.auth.foreignGroup',
    'refusals.auth.foreignNode',
    'refusals.external.strongerGroups',
    'refusals.designer.rebuildTakesAway',
  ])('is known by %s, of a call, of a field and of one of many records', (reason) => {
    const atField = new FieldsRefused({ name: { key: 'validation.required' }, rules: { key: reason } });
    const ofMany = new RowsRefused(
      new Map<number, FailureError | FieldsRefused>([
        [1, rejection('refusals.inUse')],
        [2, atField],
      ]),
    );
    expect([rejection(reason), atField, ofMany].map(forbiddenReason)).toEqual([reason, reason, reason]);
  });

  it('is nothing else that is refused, or fails', () => {
    const others = [
      rejection('refusals.auth.lastSuper'),
      new FieldsRefused({ name: { key: 'validation.required' } }),
      new FailureError({ kind: 'unreachable', online: true }),
      new Error('refusals.forbidden'),
      null,
    ];
    expect(others.map(forbiddenReason)).toEqual([null, null, null, null, null]);
  });
});
