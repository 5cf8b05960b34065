import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { EMPTY_SITE_CONFIG } from '#domain/app/site-config';
import { FailureError } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import { externalSignInMachine, type ProviderWish } from '#machines/external/external-sign-in.machine';
import { identitiesMachine, type IdentityList } from '#machines/external/identities.machine';
import type { SessionRef } from '#machines/session/session.machine';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { ExternalWays } from '#ui/kit/external/ExternalWays.tsx';
import { IdentitiesView } from '#ui/kit/external/IdentitiesView.tsx';
import { lazyNow } from '#actors/base/lazy-code';
import { startKitMessages, withBundles } from '../support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['external', 'account']);
});

const heardBy = (heard: unknown[]) => createActor(fromCallback(({ receive }) => receive((event) => void heard.push(event)))).start();

/** The application as far as these views look at it. */
function handleAt(search: string) {
  const asked: unknown[] = [];
  const route = { path: '/admin/login', search, hash: '', page: 'adminLogin', area: 'admin', target: null };
  const snapshot = { context: { route, site: SITE }, value: 'settled', status: 'active', matches: () => true, hasTag: () => false };
  const navigation = Object.assign(heardBy(asked), { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }) });
  const handle = { journal: { inspect: () => {} }, navigation, app: navigation } as unknown as AppHandle;
  return { handle, asked };
}

const SITE = {
  ...EMPTY_SITE_CONFIG,
  signInOffers: [
    { id: 3, name: 'Acme', audiences: ['admin', 'member'] },
    { id: 4, name: 'Club', audiences: ['member'] },
  ],
};

/** The sign-in page's part. @param search what its address says of a way back */
function shownAt(search: string, answer: (wish: ProviderWish) => Promise<string> = async () => 'https://acme.example/auth') {
  const [wishes, left, session]: [ProviderWish[], string[], unknown[]] = [[], [], []];
  const machine = externalSignInMachine.provide({
    actors: {
      startSignIn: fromPromise(({ input }) => {
        wishes.push(input);
        return answer(input);
      }),
    },
    actions: { leave: (_, { url }) => void left.push(url) },
  });
  const { handle, asked } = handleAt(search);
  const bundles = { external: lazyNow({ signIn: () => machine, identities: identitiesMachine }) };
  render(
    <AppHandleContext value={handle}>
      {withBundles(
        bundles,
        <form>
          <input type="checkbox" name="keep" aria-label="keep" />
          <ExternalWays area="admin" session={heardBy(session) as unknown as SessionRef} />
        </form>,
      )}
    </AppHandleContext>,
  );
  return { wishes, left, session, asked, user: userEvent.setup() };
}

describe('the ways of a sign-in page', () => {
  it('are the providers of its area, and one is gone to with what was ticked', async () => {
    const { wishes, left, user } = shownAt('');
    expect((await screen.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual(['Sign in with Acme']);
    await user.click(screen.getByLabelText('keep'));
    await user.click(screen.getByRole('button'));
    await expect.poll(() => left).toEqual(['https://acme.example/auth']);
    expect(wishes).toEqual([{ id: 3, keep: true }]);
  });

  it('go on with whoever comes back, and tidy the address', async () => {
    const { session, asked } = shownAt('?to=x&external=ready');
    await expect.poll(() => session).toMatchObject([{ type: 'session.signInRequested', by: 'provider', keep: false }]);
    expect(asked).toEqual([{ type: 'navigation.requested', to: '/admin/login?to=x', mode: 'replace' }]);
  });

  it('say what was wrong on the way, and what the server says', async () => {
    const { user } = shownAt('?external=denied', () =>
      Promise.reject(new FailureError({ kind: 'rejected', code: 0, message: 'Not offered' })),
    );
    expect((await screen.findByRole('alert')).textContent).toBe('The sign-in service did not let you in, or you cancelled.');
    await user.click(screen.getByRole('button'));
    await expect.poll(() => screen.getByRole('alert').textContent).toBe('Not offered');
  });

  it('hear nothing that is no word of theirs', async () => {
    const { session, asked } = shownAt('?external=%3Cb%3E');
    await screen.findByRole('button');
    expect([session, asked, screen.getByRole('alert').textContent]).toEqual([[], [], '']);
  });
});

const LINKED: IdentityList = {
  list: [{ id: 7, provider: 'Acme', label: 'lin@acme.example', createTime: 1_700_000_000, usedTime: null }],
  offers: [{ id: 3, name: 'Acme' }],
};

function shownWith(list: IdentityList, proof: 'password' | 'presence', answer: () => Promise<void> = async () => {}, search = '') {
  const done: unknown[] = [];
  const left: string[] = [];
  const noted = (name: string, reply: string) =>
    fromPromise<string, { readonly id: number; readonly password: Secret | null }>(async ({ input }) => {
      done.push([name, input.id, input.password !== null]);
      await answer();
      return reply;
    });
  const machine = identitiesMachine.provide({
    actors: {
      loadIdentities: fromPromise(async () => list),
      startLink: noted('link', 'https://acme.example/auth'),
      unlink: noted('unlink', '') as never,
    },
    actions: { leave: (_, { url }) => void left.push(url) },
  });
  const identities = createActor(machine).start();
  const { handle, asked } = handleAt(search);
  render(
    <AppHandleContext value={handle}>
      <MantineProvider env="test">{withBundles({}, <IdentitiesView identities={identities} proof={proof} />)}</MantineProvider>
    </AppHandleContext>,
  );
  const user = userEvent.setup();
  const press = async (name: string) => user.click(await screen.findByRole('button', { name, hidden: true }));
  return { done, left, asked, user, press };
}

describe('what an account is linked with', () => {
  it('is listed, and ended behind the password', async () => {
    const { done, user, press } = shownWith(LINKED, 'password');
    expect(await screen.findByText('lin@acme.example')).toBeTruthy();
    expect(screen.getByText('Never')).toBeTruthy();
    await press('Unlink Acme');
    await user.type(await screen.findByLabelText(/password/iu, { selector: 'input' }), 'secret99');
    await press('Continue');
    await act(async () => {});
    expect(done).toEqual([['unlink', 7, true]]);
  });

  it('leads to the provider, where something else proves who asks', async () => {
    const { done, left, press } = shownWith({ ...LINKED, list: [] }, 'presence');
    expect(await screen.findByText('Link an account at a sign-in service, and you can sign in with it.')).toBeTruthy();
    await press('Link Acme');
    await press('Continue');
    await expect.poll(() => left).toEqual(['https://acme.example/auth']);
    expect(done).toEqual([['link', 3, false]]);
  });

  it('says what came of the last way until the next begins', async () => {
    const { asked, press } = shownWith(LINKED, 'password', undefined, '?tab=2&external=linked');
    expect(await screen.findByText(/^The account is linked/u)).toBeTruthy();
    expect(asked).toEqual([]);
    await press('Unlink Acme');
    expect(asked).toEqual([{ type: 'navigation.requested', to: '/admin/login?tab=2', mode: 'replace' }]);
  });

  it('says at the field what was wrong with the password', async () => {
    const wrong = new FailureError({ kind: 'rejected', code: 0, message: 'no', fields: { password: 'This is not your password' } });
    const { press } = shownWith(LINKED, 'password', () => Promise.reject(wrong));
    await press('Link Acme');
    await press('Continue');
    expect((await screen.findByRole('alert', { hidden: true })).textContent).toBe('This is not your password');
  });
});
