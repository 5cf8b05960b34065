import { describe, expect, it } from 'vitest';
import { assign, setup, type AnyStateMachine } from 'xstate';
import { machineHash } from '#actors/observe/journal';
import { replayFileOf } from '#actors/observe/replay-file';
import { readJournal } from '#domain/observe/journal-file';
import { cutText, differencesOf, isSame, outcomeOf, outcomeText } from './outcome.ts';

interface LampWishes {
  /** Where a dark lamp goes that is switched. */
  readonly target?: 'bright' | 'dark';
  readonly step?: number;
  /** A state that no session visits. */
  readonly hasDimmer?: boolean;
  /** A bright one cannot be switched. */
  readonly breaks?: boolean;
}

const lamp = ({ target = 'bright', step = 1, hasDimmer = false, breaks = false }: LampWishes = {}): AnyStateMachine =>
  setup({
    types: { context: {} as { readonly switched: number } },
    actions: {
      count: assign({ switched: ({ context }) => context.switched + step }),
      fail: assign(() => {
        throw new Error('no such lamp');
      }),
    },
  }).createMachine({
    id: 'lamp',
    context: { switched: 0 },
    initial: 'dark',
    states: {
      dark: { on: { 'lamp.switched': { target, actions: 'count' } } },
      bright: { on: { 'lamp.switched': { target: 'dark', actions: breaks ? 'fail' : 'count' } } },
      ...(hasDimmer && { dim: {} }),
    },
  });

const logicWith = (machine: AnyStateMachine) => (path: string) => (path === 'lamp' ? machine : undefined);

/** A lamp that was switched on, off and on. */
function recorded(): string {
  const header = { journal: 1, app: '', build: '', language: 'en', startedAt: 1, machines: { lamp: machineHash(lamp()) } };
  const events = ['xstate.init', 'lamp.switched', 'lamp.switched', 'lamp.switched'];
  const entries = events.map((type, index) => ({ seq: index + 1, at: index, to: 'lamp', event: { type } }));
  return replayFileOf([header, ...entries].map((line) => JSON.stringify(line)).join('\n'), logicWith(lamp()));
}

function told(wishes: LampWishes): string | null {
  const machine = lamp(wishes);
  const outcome = outcomeOf(readJournal(recorded()), logicWith(machine), [machine]);
  return isSame(outcome) ? null : outcomeText('on-off-on', outcome);
}

describe('a recorded session', () => {
  it('that goes as it went is the same', () => {
    expect(told({})).toBeNull();
  });

  it('that goes as it went by a machine of another shape is the same, and says which machine', () => {
    const machine = lamp({ hasDimmer: true });
    expect(outcomeOf(readJournal(recorded()), logicWith(machine), [machine])).toEqual({
      changed: ['lamp'],
      trouble: null,
      differences: [],
    });
  });

  it('leaves out who was told nothing in it, or of the surroundings only', () => {
    const aside = setup({}).createMachine({
      id: 'aside',
      initial: 'off',
      context: {},
      states: { off: { on: { 'window.widened': 'on' } }, on: {} },
    });
    const lit = setup({}).createMachine({ id: 'aside', initial: 'lit', context: { isNew: true }, states: { lit: {} } });
    const entries = [
      { seq: 5, at: 5, to: 'aside', event: { type: 'xstate.init' } },
      { seq: 6, at: 6, to: 'aside', event: { type: 'window.widened' } },
    ];
    const [header, ...rest] = recorded().trimEnd().split('\n');
    const lines = [header, ...rest.filter((line) => line.startsWith('{"seq"')), ...entries.map((entry) => JSON.stringify(entry))];
    const logicOf = (machine: AnyStateMachine) => (path: string) => (path === 'lamp' ? lamp() : machine);
    const file = readJournal(replayFileOf(lines.join('\n'), logicOf(aside)));
    expect(file.states.map(({ path, value }) => [path, value])).toEqual([
      ['aside', 'on'],
      ['lamp', 'bright'],
    ]);
    expect(outcomeOf(file, logicOf(lit), [lit, lamp()])).toEqual({ changed: ['aside'], trouble: null, differences: [] });
  });

  it('says where another machine goes another way', () => {
    expect(told({ target: 'dark' })).toBe(
      [
        'on-off-on: recorded with another machine: lamp; look at the difference, then run `npm run replays:renew on-off-on`',
        '  lamp (lamp)',
        '    way, after 1: dark > bright > dark > bright → dark',
        '    value: "bright" → "dark"',
      ].join('\n'),
    );
  });

  it('says what the same machine knows otherwise', () => {
    expect(told({ step: 2 })).toBe(
      [
        'on-off-on: every machine is declared as it was recorded; what its guards, actions or rules do has changed',
        '  lamp (lamp)',
        '    context.switched: 3 → 6',
      ].join('\n'),
    );
  });

  it('says which entry a machine cannot take any more', () => {
    expect(told({ breaks: true })).toMatch(
      /^on-off-on: recorded with another machine: lamp; .*\n {2}an entry no longer fits: the machine cannot take this \(Error: no such lamp\): \{"seq":3,/u,
    );
  });

  it('says of what was replaced as a whole no more than that, and of much only how much', () => {
    const file = readJournal(recorded());
    const contextOf = (context: unknown) => [{ ...file.states[0]!, context }];
    const rows = Array.from({ length: 12 }, (_, id) => ({ id }));
    const linesOf = (one: unknown, other: unknown) => differencesOf(contextOf(one), contextOf(other)).flatMap(({ lines }) => lines);
    expect(linesOf({ form: null, page: 1 }, { form: { ids: [1], key: 'k' }, page: 1 })).toEqual([
      'context.form: null → {"ids":[1],"key":"k"}',
    ]);
    expect(linesOf({ form: { ids: [1] }, page: 1 }, { page: 1 })).toEqual(['context.form.ids.0: 1 → (nothing)']);
    expect(linesOf({ rows }, { rows: rows.map(({ id }) => ({ id: id + 1 })) }).slice(7)).toEqual([
      'context.rows.7.id: 7 → 8',
      'and 4 more',
    ]);
  });

  it('sees what differs far behind in a long text', () => {
    const file = readJournal(recorded());
    const stateWith = (text: string) => [{ ...file.states[0]!, context: { text } }];
    const [{ lines } = { lines: [] }] = differencesOf(stateWith(`${'tea '.repeat(100)}one`), stateWith(`${'tea '.repeat(100)}other`));
    expect(lines.map((line) => [line.slice(0, 24), line.length])).toEqual([['context.text: "tea tea t', 257]]);
  });

  it('says who is missing and who is new', () => {
    const { states } = readJournal(recorded());
    const others = states.map((state) => ({ ...state, path: 'lantern' }));
    expect(differencesOf(others, states)).toEqual([
      { path: 'lamp', machine: 'lamp', lines: ['is there, and was not'] },
      { path: 'lantern', machine: 'lamp', lines: ['was there, and is not any more'] },
    ]);
  });
});

describe('a session without its beginning', () => {
  it('says where it leads otherwise than the whole', () => {
    const [state] = readJournal(recorded()).states;
    const differences = differencesOf([state!], [{ ...state!, context: { switched: 2 } }]);
    expect(cutText('on-off-on', 0.4, { changed: [], trouble: null, differences })).toBe(
      [
        'on-off-on: a checkpoint after 0.4 of it does not hold all that the rest needs',
        '  lamp (lamp)',
        '    context.switched: 3 → 2',
      ].join('\n'),
    );
  });
});
