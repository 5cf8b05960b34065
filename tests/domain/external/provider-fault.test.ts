import { describe, expect, it } from 'vitest';
import { isFault, outcomeIn, withoutOutcome } from '#domain/external/external-fault';

describe('how the way back from a provider ends', () => {
  it.each([
    ['?external=ready', 'ready', false],
    ['?a=1&external=readyToStay', 'readyToStay', false],
    ['?external=linked', 'linked', false],
    ['?external=unreachable', 'unreachable', true],
    ['?external=stale', 'stale', true],
    ['?external=taken', 'taken', true],
    ['?external=toString', null, false],
    ['?other=ready', null, false],
    ['', null, false],
  ])('stands in %j as %j', (search, outcome, isWrong) => {
    expect(outcomeIn(search)).toBe(outcome);
    expect(isFault(outcomeIn(search))).toBe(isWrong);
  });

  it.each([
    ['?external=ready', ''],
    ['?redirect=%2Fuser&external=ready', '?redirect=%2Fuser'],
    ['?redirect=%2Fuser', '?redirect=%2Fuser'],
    ['', ''],
  ])('is taken out of %j, which leaves %j', (search, rest) => {
    expect(withoutOutcome(search)).toBe(rest);
  });
});
