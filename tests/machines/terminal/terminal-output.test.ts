import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { terminalOutputLogic, type TerminalOutputEvent } from '#machines/terminal/terminal-output.logic';

function after(...events: readonly TerminalOutputEvent[]) {
  const actor = createActor(terminalOutputLogic).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot().context;
}
const AT_FIRST = { isFollowing: true, isWrapping: false, text: '', match: 0 };

describe('the look at an output', () => {
  it.each<[string, readonly TerminalOutputEvent[], object]>([
    ['follows the end at first', [], {}],
    ['stands still once the reader has scrolled up', [{ type: 'output.scrolled', isAtEnd: false }], { isFollowing: false }],
    [
      'follows again from the end',
      [
        { type: 'output.scrolled', isAtEnd: false },
        { type: 'output.scrolled', isAtEnd: true },
      ],
      {},
    ],
    ['wraps', [{ type: 'output.wrapToggled' }], { isWrapping: true }],
    ['stands still for a search', [{ type: 'output.searched', text: 'npm' }], { text: 'npm', isFollowing: false }],
    [
      'goes round from the last match to the first',
      [
        { type: 'output.searched', text: 'npm' },
        { type: 'output.matchStepped', by: -1, matchCount: 3 },
        { type: 'output.matchStepped', by: 1, matchCount: 3 },
      ],
      { text: 'npm', isFollowing: false, match: 0 },
    ],
    ['stays where it is without a match', [{ type: 'output.matchStepped', by: 1, matchCount: 0 }], {}],
  ])('%s', (_name, events, expected) => {
    expect(after(...events)).toEqual({ ...AT_FIRST, ...expected });
  });
});
