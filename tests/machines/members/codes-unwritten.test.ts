import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { createJournal } from '#actors/observe/journal';
import { Secret } from '#domain/base/secret';
import { bindChangeMachine } from '#machines/members/bind-change.machine';
import { inertOf } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

it('what a journal holds of a change of address knows neither of its codes, however much of it was dropped', () => {
  const journal = createJournal({ now: () => 0, capacity: 8 });
  const input = { owner: nobody, channel: 'email', oldAddress: 'old@example.com' } as const;
  const bind = createActor(inertOf(bindChangeMachine), { id: 'bindChange', input, inspect: journal.inspect }).start();
  bind.send({ type: 'bind.oldCodeGiven', code: new Secret('482913') });
  expect(journal.export()).toContain('bind.oldCodeGiven');
  expect(journal.export()).not.toContain('482913');
});

it('no machine of members is told a code in plain text', () => {
  const plain = globSync('src/machines/members/*.ts').filter((path) => /\b\w*[cC]ode\??: string/u.test(readFileSync(path, 'utf8')));
  expect(plain).toEqual([]);
});
