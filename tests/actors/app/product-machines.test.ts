import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateMachine } from 'xstate';
import { productLogic } from '#actors/app/product-machines';

/** Widgets without states: they fold events into a value, and a fold of machines passes them by. */
const STATELESS =
  'typedNumber loginForm passkeyForm factorProof chatWindow plainForm bindWindow erasureWindow missingPicture menuGroups notices picturePreview tabMenu terminalPlayback terminalOutput tabList tabCount searchDraft searchResets historyPlan timelinePlan rewindPlan restoreOne restoreSelected rollBackOne rollBackSelected'.split(
    ' ',
  );

const logicOf = productLogic();

/** How an actor without an owner comes to be; only with the journal's ear it stands in the journal. */
const BEGINNING = /\b(?:use(?:LeafActor|OwnedActor|WindowActor|ClearCache|MenuControl)|createActor(?=\([^;]*\bjournal\b))\(/u;
const NAME = /^\s*['`](\w+)|\bid: (?:[^,;]*\? )?['`]([\w:]+)/u;

/** Those that are told the name by whoever asks them. */
const ON_BEHALF = ['menu-control.ts', 'use-leaf-actor.ts', 'use-owned-actor.ts', 'use-window-actor.ts', 'use-clear-cache.ts'];

/** The names that files give to such actors: the whole, or what stands before the colon. Pages for developers are left out. */
function namesGiven(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /^(?!observe\/(?!problem)).*\.tsx?$/u.test(name) && !ON_BEHALF.some((one) => name.endsWith(one)),
  );
  return files.flatMap((name) => {
    const calls = readFileSync(join(folder, name), 'utf8').split(BEGINNING).slice(1);
    return calls.map((call) => {
      const [, first, second] = NAME.exec(call.slice(0, 600)) ?? [];
      return first ?? second ?? `(without a name, in ${name})`;
    });
  });
}

describe('whoever folds a journal', () => {
  const names = ['src/ui', 'src/sections', 'src/actors'].flatMap(namesGiven).map((name) => name.replace(/:$/u, ''));

  it('knows the machine of every actor that nobody owns', () => {
    expect(names.length).toBeGreaterThan(35);
    const unknown = names.filter((name) => !(logicOf(name) instanceof StateMachine) && !STATELESS.includes(name));
    expect(unknown, 'each of these needs its line in src/actors/app/product-machines.ts').toEqual([]);
  });

  it('finds one of a kind by what stands before the colon, and nobody by other names', () => {
    expect(logicOf('settings:config')).not.toBe(logicOf('settings:profile'));
    expect(logicOf('remoteSelect:goods.category')).toBe(logicOf('remoteSelect:anything'));
    expect(
      ['settings:other', 'nobody', 'app/adminShell', 'export:goods/other', 'constructor', '__proto__', ':app', ''].map(logicOf),
    ).toEqual(Array.from({ length: 8 }, () => undefined));
  });
});
