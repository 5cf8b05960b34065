import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Secret } from '#domain/base/secret';
import { FailureError } from '#domain/base/failure';
import { passkeysMachine, type NewPasskey, type PasskeyList } from '#machines/session/passkeys.machine';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { PasskeysView } from '#ui/kit/session/PasskeysView.tsx';
import { startKitMessages, withBundles } from '../support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['safety', 'account']);
});

const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;
const PHONE = { id: 7, name: 'My phone', createTime: 1_700_000_000, usedTime: null, isSynced: true };
const KEY = { id: 9, name: 'Blue key', createTime: 1_690_000_000, usedTime: 1_700_000_000, isSynced: false };

/** The page's part over its machine; what it does is noted, and `answers` says how it ends. */
function shownWith(
  list: PasskeyList | (() => Promise<PasskeyList>),
  answer: () => Promise<void> = async () => {},
  proof: 'password' | 'presence' = 'presence',
) {
  const done: unknown[] = [];
  const noted = <Input,>(name: string) =>
    fromPromise<void, Input>(({ input }) => {
      done.push([name, input]);
      return answer();
    });
  const actors = {
    loadPasskeys: fromPromise(typeof list === 'function' ? list : async () => list),
    addPasskey: noted<NewPasskey>('add'),
    renamePasskey: noted<{ readonly id: number; readonly name: string }>('rename'),
    removePasskey: noted<{ readonly id: number; readonly password: Secret | null }>('remove'),
  };
  const passkeys = createActor(passkeysMachine.provide({ actors })).start();
  render(
    <AppHandleContext value={handle}>
      <MantineProvider env="test">{withBundles({}, <PasskeysView passkeys={passkeys} proof={proof} />)}</MantineProvider>
    </AppHandleContext>,
  );
  const user = userEvent.setup();
  const press = async (name: string) => user.click(await screen.findByRole('button', { name, hidden: true }));
  return { passkeys, done, user, press };
}

const refused = (fields: Readonly<Record<string, string>>) => new FailureError({ kind: 'rejected', code: 0, message: 'Not saved', fields });
const nameBox = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/u, hidden: true });

describe('the passkeys of an administrator without a password', () => {
  it('are added and removed without typing one, and say how long after the sign-in', async () => {
    const { done, press } = shownWith({ list: [PHONE], canAdd: true, hasPassword: false }, undefined, 'password');
    await screen.findByText('Your account has no password, so you can add and remove passkeys only in the ten minutes after you sign in.');
    await press('Add a passkey');
    await nameBox();
    expect(screen.queryByLabelText(/Password/u)).toBeNull();
    await press('Continue');
    await expect.poll(() => done).toEqual([['add', { name: expect.any(String) as string, endOthers: false, password: null }]]);
    await press('Remove “My phone”');
    await press('Remove');
    await expect.poll(() => done.at(-1)).toEqual(['remove', { id: 7, password: null }]);
  });
});

describe('the passkeys of a member', () => {
  it('are listed with their names, whether they are on several devices, and whether they were used', async () => {
    shownWith({ list: [PHONE, KEY], canAdd: true });
    const entries = await screen.findAllByRole('listitem');
    expect(entries.map((entry) => within(entry).getByText(/My phone|Blue key/u, { selector: 'strong' }).textContent)).toEqual([
      'My phoneOn several devices',
      'Blue key',
    ]);
    expect(entries.map((entry) => within(entry).queryByText('Never') !== null)).toEqual([true, false]);
    expect(screen.getByRole('button', { name: 'Add a passkey' })).toBeTruthy();
  });

  it('are no part of the page where none can be made and there is none', async () => {
    const { passkeys } = shownWith({ list: [], canAdd: false });
    expect(screen.getByRole('status', { name: 'Loading your passkeys' })).toBeTruthy();
    await act(() => waitFor(passkeys, (snapshot) => snapshot.matches('ready')));
    expect([screen.queryByRole('status'), screen.queryByRole('heading'), screen.queryByRole('button')]).toEqual([null, null, null]);
  });

  it('are read again after a press where they did not load', async () => {
    let tries = 0;
    shownWith(async () => {
      tries += 1;
      if (tries === 1) throw new FailureError({ kind: 'http', status: 500, url: '/api/account/passkeys' });
      return { list: [KEY], canAdd: false };
    });
    expect(await screen.findByText('Passkeys did not load')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Blue key')).toBeTruthy();
  });

  it('are named in a window that stays, with what was typed, where the name is refused', async () => {
    const { done, user, press } = shownWith({ list: [PHONE, KEY], canAdd: true }, async () => {
      throw refused({ name: 'There is one of that name' });
    });
    await press('Rename “Blue key”');
    expect((await nameBox()).value).toBe('Blue key');
    await user.clear(await nameBox());
    await press('Save');
    // Without a name nothing is sent.
    expect(done).toEqual([]);
    await user.type(await nameBox(), ' My phone ');
    await press('Save');
    expect(await screen.findByText('There is one of that name')).toBeTruthy();
    expect([done, (await nameBox()).value]).toEqual([[['rename', { id: 9, name: 'My phone' }]], ' My phone ']);
  });

  it('leave the other devices signed in when one is added, unless that is ticked', async () => {
    const { done, user, press } = shownWith({ list: [], canAdd: true });
    for (const tick of [false, true]) {
      await press('Add a passkey');
      await user.clear(await nameBox());
      await user.type(await nameBox(), 'Laptop');
      if (tick) await user.click(screen.getByRole('checkbox', { name: 'Sign out all other devices', hidden: true }));
      await press('Continue');
    }
    expect(done).toEqual([
      ['add', { name: 'Laptop', endOthers: false, password: null }],
      ['add', { name: 'Laptop', endOthers: true, password: null }],
    ]);
  });

  it('are removed after a question that names the one', async () => {
    const { done, press } = shownWith({ list: [PHONE, KEY], canAdd: true });
    await press('Remove “My phone”');
    expect(await screen.findByText('Remove “My phone”?')).toBeTruthy();
    expect(done).toEqual([]);
    await press('Remove');
    expect(done).toEqual([['remove', { id: 7, password: null }]]);
  });

  it('ask administrators for the password, and say at it what is wrong with it', async () => {
    const { passkeys, done, user, press } = shownWith(
      { list: [PHONE], canAdd: true },
      async () => {
        throw refused({ password: 'The current password is not correct.' });
      },
      'password',
    );
    await press('Add a passkey');
    await user.clear(await nameBox());
    await press('Continue');
    // Both are said to be missing, and no device is asked.
    expect([screen.getAllByRole('alert', { hidden: true }).length, done]).toEqual([2, []]);
    await user.type(await nameBox(), 'Laptop');
    await user.type(screen.getByLabelText('Current password'), 'horse');
    await press('Continue');
    expect(await screen.findByText('The current password is not correct.')).toBeTruthy();
    expect(JSON.parse(JSON.stringify(done))).toEqual([['add', { name: 'Laptop', endOthers: false, password: { $secret: true } }]]);
    expect(passkeys.getSnapshot().context.password).toBe(null);
  });
});
