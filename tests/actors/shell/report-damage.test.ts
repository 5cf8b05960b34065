import { expect, it } from 'vitest';
import { writeConfig } from '#actors/app/config-slice';
import { reportDamage } from '#actors/shell/report-damage';
import { createTestWorld } from '#tests/support/app.ts';

it.each([
  ['half of it', '{"layout":"oops"'],
  ['another version', '{"version":7,"value":{}}'],
  ['nothing that was written here', '"oops"'],
])('a key of the back office that holds %s is reported once, and no other is', (_case, text) => {
  const world = createTestWorld({
    stored: new Map([
      ['storeTabViewConfig', text],
      ['storeTerminal', text],
    ]),
  });
  writeConfig(world.ports.storage, { language: 'en' });
  reportDamage(world.ports);
  expect(world.logged).toEqual(['storage not understood: storeTabViewConfig', 'storage not understood: storeTerminal']);
});
