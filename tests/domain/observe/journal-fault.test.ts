import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '#domain/observe/journal-file';
import { lastFaultIn } from '#domain/observe/journal-fault';

const entriesOf = (...told: readonly (readonly [to: string, event: JournalEntry['event']])[]): JournalEntry[] =>
  told.map(([to, event], index) => ({ seq: index + 1, at: index, to, event }));

const failed = (error: unknown) => ({ type: 'xstate.error.actor.load', error });

describe('the last fault in a journal', () => {
  it('is that of the actor that failed last', () => {
    const told = entriesOf(
      ['app/one', failed({ $error: { name: 'TypeError', message: 'x is not a function' } })],
      ['app/two', failed({ $error: { name: 'FailureError', message: 'http', failure: { kind: 'http', status: 504, url: '/x' } } })],
      ['app/three', { type: 'list.refreshed' }],
    );
    expect(lastFaultIn(told)).toEqual({ path: 'app/two', error: 'http: 504' });
    expect(lastFaultIn(told.slice(0, 1))).toEqual({ path: 'app/one', error: 'TypeError: x is not a function' });
  });

  it('is a page whose code broke, where that came later', () => {
    const told = entriesOf(
      ['app/one', failed('lost')],
      ['problemReport', { type: 'xstate.init', input: { broken: { name: 'RangeError', message: 'too deep' } } }],
    );
    expect(lastFaultIn(told)).toEqual({ path: 'problemReport', error: 'RangeError: too deep' });
  });

  it.each<[string, unknown, string]>([
    ['a text', 'lost', 'lost'],
    ['a refusal', { $error: { name: 'FailureError', failure: { kind: 'rejected', code: 0, message: 'No.' } } }, 'rejected: No.'],
    ['nothing that can be read', [1, 2], 'xstate.error.actor.load'],
    ['something odd', { $error: { name: {}, message: [] }, name: null }, 'xstate.error.actor.load'],
  ])('is written in a line when the error is %s', (_name, error, text) => {
    expect(lastFaultIn(entriesOf(['app', failed(error)]))).toEqual({ path: 'app', error: text });
  });

  it('is none where nothing failed', () => {
    expect(lastFaultIn([])).toBeNull();
    expect(lastFaultIn(entriesOf(['app', { type: 'xstate.init', input: { broken: 'no' } }], ['app', { type: 'a' }]))).toBeNull();
  });
});
