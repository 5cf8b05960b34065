import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createEmptyActor, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { FailureError } from '#domain/base/failure';
import type { PersonErasurePlan } from '#domain/members/person-erasure';
import { personErasureMachine } from '#machines/members/person-erasure.machine';
import { PersonErasure } from '#ui/admin/session/account/PersonErasure.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { renderInApp, testBundles, withBundles } from '../../kit/support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

await startMessages('en');
await loadMessages(['account', 'resources']);
await loadAllSectionWords();

it('the window of an erasure shows what goes, wants the name and one’s own password, and says what is wrong in its place', async () => {
  const passwords: string[] = [];
  const personErasure = personErasureMachine.provide({
    actors: {
      loadPlan: fromPromise(async (): Promise<PersonErasurePlan> => ({
        username: 'lin',
        versions: 3,
        deletions: 0,
        watched: 0,
        files: 2,
        conversations: 0,
        ledger: 5,
      })),
      erase: fromPromise(async ({ input: { password } }) => {
        passwords.push(password?.reveal() ?? '');
        if (passwords.length === 1)
          throw new FailureError({
            kind: 'rejected',
            code: 0,
            message: 'No',
            fields: { password: 'The current password is not correct.' },
          });
      }),
    },
  });
  const account = await testBundles.account();
  const view = <PersonErasure section="member" id={7} list={createEmptyActor()} isErased={false} />;
  renderInApp(withBundles({ account: lazyNow({ ...account, personErasure }) }, view));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Erase this member…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Erase all data about this member' });
  expect(await screen.findByText('Files: 2')).toBeDefined();
  expect(dialog.textContent).not.toContain('recycle bin');
  expect(dialog.textContent).toContain('under a number instead of a name: 5');
  const button = screen.getByRole('button', { name: 'Erase for good' });
  expect(button.hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByLabelText('Type “lin” to erase this member'), 'lin');
  const field = screen.getByLabelText('Your own password');
  await user.type(field, 'wrong-one{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('The current password is not correct.');
  await user.clear(field);
  await user.type(field, 'secret99{Enter}');
  expect(await screen.findByText(/The member has been erased/u)).toBeDefined();
  expect(passwords).toEqual(['wrong-one', 'secret99']);
});

it('the window of an erasure tells of an administrator what stays of what they did', async () => {
  const adminErasure = personErasureMachine.provide({
    actors: {
      loadPlan: fromPromise(async (): Promise<PersonErasurePlan> => ({
        username: 'quinn',
        versions: 1,
        views: 2,
        log: 31,
        writes: 4,
        files: 0,
      })),
    },
  });
  const account = await testBundles.account();
  const view = <PersonErasure section="admin" id={8} list={createEmptyActor()} isErased={false} />;
  renderInApp(withBundles({ account: lazyNow({ ...account, adminErasure }) }, view));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Erase this administrator…' }));
  await screen.findByLabelText('Type “quinn” to erase this administrator');
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'The account with its name, addresses, password, groups and sessions',
    'Versions of the account in the history: 1',
    'Views of lists that only they see: 2',
    'The name and the addresses wherever they stand in the logs',
    'Entries of the admin log: 31',
    'Writes in the timeline: 4',
    'In the security log, that you erased this administrator',
  ]);
});
