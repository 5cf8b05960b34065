import { screen } from '@testing-library/react';
import { createActor, type AnyMachineSnapshot } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { AdminInfo } from '#domain/session/people';
import { Secret } from '#domain/base/secret';
import { languageMachine } from '#machines/app/language.machine';
import { navigationMachine } from '#machines/app/navigation.machine';
import { selectIsAskingToSignOut, sessionMachine, type SessionSnapshot } from '#machines/session/session.machine';
import { done, failed, inertOf } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { LeaveDialog } from '#ui/kit/dialogs/LeaveDialog.tsx';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { inApp } from '../../kit/support.tsx';
import { press } from '#tests/machines/support/presses.ts';

await startMessages('en');
await loadMessages(['leaving']);

const person: AdminInfo = { id: 1, username: 'admin', nickname: '', avatar: '', lastLoginTime: '', position: '', column: [], super: true };
const navigation = createActor(inertOf(navigationMachine), { input: { owner: { send: () => {} } as never, href: '/admin' } });
const language = createActor(inertOf(languageMachine), { input: { language: 'en' } });

/** Signing out with something unsaved; a navigation and a change of language are asked about in the same dialog. */
describeView(
  {
    machine: sessionMachine,
    inputs: [{ area: 'admin', person, tokens: { token: new Secret('token'), refreshToken: null } }],
    events: [
      { type: 'work.unsavedChanged', isUnsaved: true },
      { type: 'session.signOutRequested' },
      { type: 'session.signOutConfirmed' },
      { type: 'session.signOutDismissed' },
      done('readUnsavedElsewhere', true),
      done('readUnsavedElsewhere', false),
      done('signOut'),
      failed('signOut', new FailureError({ kind: 'timeout' })),
    ],
    only: (snapshot) => snapshot.hasTag('signedIn') && !snapshot.matches({ signedIn: 'signOutFailed' }),
    view: ({ context }) => ({ isUnsaved: context.isUnsaved }),
  },
  (adminSession) =>
    inApp(
      <AppHandleContext value={{ adminSession, navigation, language } as unknown as AppHandle}>
        <LeaveDialog session={adminSession as never} />
      </AppHandleContext>,
    ),
  {
    'session.signOutConfirmed': press('Discard and sign out'),
    'session.signOutDismissed': press('Stay on this page'),
  },
  {
    seen: (snapshot: AnyMachineSnapshot) =>
      selectIsAskingToSignOut(snapshot as SessionSnapshot) === (screen.queryByRole('button', { name: 'Discard and sign out' }) !== null),
  },
);
