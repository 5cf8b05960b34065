import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { lazyNow } from '#actors/base/lazy-code';
import { twoFactorMachine, type FactorStatus } from '#machines/session/two-factor.machine';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { SessionsPanel } from '#ui/admin/session/account/SessionsPanel.tsx';
import { MemberFactor } from '#sections/member/MemberFactor.tsx';
import { renderInApp, testBundles, withBundles } from '../../kit/support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

await startMessages('en');
await loadMessages(['account', 'resources']);
await loadAllSectionWords();

/** @param passwords what was typed, in its order; the first is refused */
async function shown(isOn: boolean, view = <MemberFactor id={7} name="lin" />, passwords: string[] = []) {
  let isStill = isOn;
  const logic = twoFactorMachine.provide({
    actors: {
      loadFactor: fromPromise(async (): Promise<FactorStatus> => ({
        isOn: isStill,
        since: isStill ? 1_768_435_200 : null,
        recoveryLeft: 0,
        isRequired: false,
      })),
      switchOff: fromPromise(async ({ input: { password } }) => {
        passwords.push(password?.reveal() ?? '');
        if (passwords.length === 1)
          throw new FailureError({
            kind: 'rejected',
            code: 0,
            message: 'No',
            fields: { password: 'The current password is not correct.' },
          });
        isStill = false;
      }),
    },
  });
  const account = await testBundles.account();
  const bundle = { ...account, factorOfMember: () => logic, factorOfAdmin: () => logic };
  renderInApp(withBundles({ account: lazyNow(bundle) }, view));
  return { user: userEvent.setup(), passwords };
}

it('the window of a second factor asks for one’s own password, says what is wrong with it in its place, and shows what is then', async () => {
  const { user, passwords } = await shown(true);
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove two-factor sign-in of lin?' });
  expect(dialog.textContent).toContain('The member is notified');
  const field = screen.getByLabelText('Your own password');
  await user.type(field, 'wrong-one{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('The current password is not correct.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.clear(field);
  await user.type(field, 'secret99{Enter}');
  expect(await screen.findByText('Off')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  expect(passwords).toEqual(['wrong-one', 'secret99']);
});

it('the window of a second factor asks for it as well before the factor of another administrator goes', async () => {
  const { user, passwords } = await shown(true, <SessionsPanel adminId={7} />);
  await user.click(await screen.findByRole('button', { name: 'Reset the second factor' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reset the second factor of this account?' });
  expect(dialog.textContent).toContain('the password alone is enough');
  const field = screen.getByLabelText('Your own password');
  await user.type(field, 'wrong-one{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('The current password is not correct.');
  await user.clear(field);
  await user.type(field, 'secret99{Enter}');
  expect(await screen.findByText('Off')).toBeDefined();
  expect(passwords).toEqual(['wrong-one', 'secret99']);
});

it('the window of a second factor offers nothing where no factor is on', async () => {
  await shown(false);
  expect(await screen.findByText('Off')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
