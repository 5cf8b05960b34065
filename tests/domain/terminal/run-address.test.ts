import { describe, expect, it } from 'vitest';
import { runIn, withoutRun } from '#domain/terminal/run-address';

describe('the address of a run', () => {
  it('opens it over its list by its number or by its uuid, and a filter opens none', () => {
    expect(runIn('?record=12&run=run-0000012')).toEqual({ id: 12, uuid: null });
    expect(runIn('?status=failed&run=run-0000012')).toEqual({ id: null, uuid: 'run-0000012' });
    expect(['?status=failed&uuid=run-0000012', '?run=short', '?run=<b>12345678', ''].map(runIn)).toEqual([null, null, null, null]);
  });

  it('leads back to the list as it was filtered and sorted', () => {
    expect(withoutRun('?status=failed&uuid=run-0000012&run=run-0000012&page=2')).toBe('?status=failed&uuid=run-0000012&page=2');
    expect(withoutRun('?run=run-0000012')).toBe('');
  });
});
