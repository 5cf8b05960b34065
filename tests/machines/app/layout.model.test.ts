import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LAYOUT, type LayoutConfig } from '#domain/app/layout';
import { layoutMachine, selectColorScheme, selectIsMenuCollapsed, selectMenuWidthPx, type LayoutEvent } from '#machines/app/layout.machine';
import { describeModel, failed, inertOf } from '#tests/machines/support/model.ts';

const input = { config: DEFAULT_LAYOUT, isSystemDark: false };

describeModel({
  machine: layoutMachine,
  inputs: [input],
  events: [
    { type: 'layout.modeChosen', mode: 'Classic' },
    { type: 'layout.schemeChosen', scheme: 'dark' },
    { type: 'layout.colorChosen', part: 'menuBackground', scheme: 'light', color: '#112233' },
    { type: 'layout.colorChosen', part: 'menuBackground', scheme: 'light', color: 'red;}' },
    { type: 'layout.menuWidthChosen', widthPx: 240 },
    { type: 'layout.menuWidthChosen', widthPx: 5 },
    { type: 'layout.uniqueOpenedChosen', uniqueOpened: true },
    { type: 'layout.topBarChosen', topBar: false },
    { type: 'layout.animationChosen', animation: 'fade' },
    { type: 'layout.defaultIconChosen', icon: 'box' },
    { type: 'layout.collapseChosen', collapse: true },
    { type: 'layout.menuToggled' },
    { type: 'layout.menuDismissed' },
    { type: 'layout.resetRequested' },
    { type: 'window.narrowed' },
    { type: 'window.widened' },
    { type: 'system.darkened' },
    { type: 'system.lightened' },
    failed('watchMedia', new Error('no media')),
  ],
  // Settings are independent of each other: what tells states apart is whether any was changed, and how the menu stands.
  view: ({ context: { config } }) => [JSON.stringify(config) === JSON.stringify(DEFAULT_LAYOUT), config.collapse],
  always: (snapshot) => [0, 64, snapshot.context.config.menuWidthPx].includes(selectMenuWidthPx(snapshot)),
});

const layoutAfter = (config: Partial<LayoutConfig>, ...events: LayoutEvent[]) => {
  const actor = createActor(inertOf(layoutMachine), { input: { ...input, config: { ...DEFAULT_LAYOUT, ...config } } }).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot();
};
const narrowed: LayoutEvent = { type: 'window.narrowed' };
const toggled: LayoutEvent = { type: 'layout.menuToggled' };

describe('the menu', () => {
  it.each([
    ['a wide window', {}, [], 190],
    ['collapsed', { collapse: true }, [], 64],
    ['collapsed by the button', {}, [toggled], 64],
    ['a narrow window', {}, [narrowed], 0],
    ['a narrow window, collapsed', { collapse: true }, [narrowed], 0],
    ['a narrow window, opened', {}, [narrowed, toggled], 190],
    ['a width of its own', { menuWidthPx: 240 }, [], 240],
    ['a width of its own, collapsed', { menuWidthPx: 240, collapse: true }, [], 64],
    ['narrow and wide again', {}, [narrowed, { type: 'window.widened' } as const], 190],
  ])('is as wide as the rule says: %s', (_case, config, events, widthPx) => {
    expect(selectMenuWidthPx(layoutAfter(config, ...events))).toBe(widthPx);
  });

  it('keeps the choice of a wide window while it is a drawer', () => {
    const snapshot = layoutAfter({ collapse: true }, narrowed, toggled, toggled, { type: 'window.widened' });
    expect(snapshot.context.config.collapse).toBe(true);
    expect(selectIsMenuCollapsed(snapshot)).toBe(true);
  });
});

describe('the colour scheme', () => {
  it.each([
    ['auto', [], 'light'],
    ['auto', [{ type: 'system.darkened' } as const], 'dark'],
    ['auto', [{ type: 'system.darkened' } as const, { type: 'system.lightened' } as const], 'light'],
    ['light', [{ type: 'system.darkened' } as const], 'light'],
    ['dark', [], 'dark'],
  ] as const)('%s is the chosen one or the system’s: %j', (scheme, events, expected) => {
    expect(selectColorScheme(layoutAfter({ scheme }, ...events))).toBe(expected);
  });
});

it('the layout resets to Default, slide-right and 190', () => {
  const snapshot = layoutAfter({ mode: 'Classic', animation: 'fade', menuWidthPx: 240 }, { type: 'layout.resetRequested' });
  expect(snapshot.context.config).toEqual(DEFAULT_LAYOUT);
});
