import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { besideOf } from '#actors/base/unsaved-beside';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { tokenIssueMachine, type TokenIssueOrder } from '#machines/programs/token-issue.machine';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import { nobody } from '#tests/support/nobody.ts';
import { apiToken } from '#sections/api-token/api-token.resource.ts';
import { IssueWindow } from '#sections/api-token/IssueWindow.tsx';
import { withBundles } from '../../kit/support.tsx';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

async function open(issuedAt: number | null, answer: () => Promise<Secret>) {
  const asked: unknown[] = [];
  const tokenIssue = tokenIssueMachine.provide({
    actors: {
      issue: fromPromise<Secret, TokenIssueOrder>(({ input: { id, password } }) => {
        asked.push([id, password?.reveal()]);
        return answer();
      }),
    },
  });
  const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;
  const actor = createActor(rowWindowMachine, { input: { owner: nobody } }).start();
  actor.send({ type: 'rowWindow.opened', name: 'issue', id: 7 });
  let hide: (() => void) | null = null;
  const show = () =>
    act(async () => {
      ({ unmount: hide } = render(
        <MantineProvider env="test">
          <AppHandleContext value={handle}>
            {withBundles(
              { rowWindows: lazyNow({ tokenIssue } as never) },
              <IssueWindow resource={apiToken} row={{ id: 7, name: 'Import', issuedAt }} actor={actor} />,
            )}
          </AppHandleContext>
        </MantineProvider>,
      ));
    });
  await show();
  return { asked, actor, show, hide: () => hide?.(), user: userEvent.setup({ delay: null }) };
}

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['resources']);
  await loadAllSectionWords();
});

describe('the window that issues a token', () => {
  it('makes none before it is asked to, shows it once, and has the list read again', async () => {
    const { asked, actor, user } = await open(null, () => Promise.resolve(new Secret('trp_abcdefgh')));
    expect([asked, screen.queryByText(/There is already a token/u)]).toEqual([[], null]);
    await user.type(screen.getByLabelText('Your own password'), 'secret99{Enter}');
    expect(await screen.findByText('trp_abcdefgh')).toBeDefined();
    expect(asked).toEqual([[7, 'secret99']]);
    await user.click(screen.getByRole('button', { name: 'I have kept it' }));
    expect(actor.getSnapshot().value).toBe('closed');
  });

  it('warns where one is there already', async () => {
    await open(1_768_435_200, () => Promise.resolve(new Secret('trp_b')));
    expect(screen.getByText(/There is already a token/u)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Revoke the old one and issue a new one' })).toBeDefined();
  });

  it('says at the field that the password is not right, and elsewhere why none was issued; what was typed stays', async () => {
    const answers = [
      new FailureError({ kind: 'rejected', code: 0, message: '', fields: { password: 'The current password is not correct.' } }),
      new FailureError({ kind: 'timeout' }),
    ];
    const { asked, user } = await open(null, () => {
      const failure = answers.shift();
      return failure ? Promise.reject(failure) : Promise.resolve(new Secret('trp_c'));
    });
    const make = () => user.click(screen.getByRole('button', { name: 'Issue the token' }));
    await user.type(screen.getByLabelText('Your own password'), 'secret98');
    await make();
    expect((await screen.findByRole('alert')).textContent).toBe('The current password is not correct.');
    await make();
    expect(await screen.findByText(/No token was issued/u)).toBeDefined();
    await make();
    expect(await screen.findByText('trp_c')).toBeDefined();
    expect(asked).toEqual([
      [7, 'secret98'],
      [7, 'secret98'],
      [7, 'secret98'],
    ]);
  });

  it('is closed by nothing but a press once it was sent: what is told is told nowhere else', async () => {
    const answer = Promise.withResolvers<Secret>();
    const { actor, user } = await open(1_768_435_200, () => answer.promise);
    await user.type(screen.getByLabelText('Your own password'), 'secret99{Enter}');
    const tryToLeave = async () => {
      await user.keyboard('{Escape}');
      await user.click(document.querySelector('.mantine-Modal-overlay')!);
      return [actor.getSnapshot().value, screen.queryByRole('button', { name: 'Close' })];
    };
    expect(await tryToLeave()).toEqual(['open', null]);
    await act(async () => answer.resolve(new Secret('trp_d')));
    expect(await screen.findByText('trp_d')).toBeDefined();
    expect(await tryToLeave()).toEqual(['open', null]);
  });

  it('shows what was made also after another page was looked at, and counts it as unsaved until it is kept', async () => {
    const { actor, user, show, hide } = await open(null, () => Promise.resolve(new Secret('trp_e')));
    const before = besideOf(nobody).count;
    await user.type(screen.getByLabelText('Your own password'), 'secret99{Enter}');
    await screen.findByText('trp_e');
    hide();
    expect([screen.queryByText('trp_e'), besideOf(nobody).count]).toEqual([null, before + 1]);
    await show();
    await user.click(await screen.findByRole('button', { name: 'I have kept it' }));
    expect([actor.getSnapshot().value, besideOf(nobody).count]).toEqual(['closed', before]);
  });

  it('has the list read again where nobody knows whether a token was made', async () => {
    const told: unknown[] = [];
    const { actor, user } = await open(null, () => Promise.reject(new FailureError({ kind: 'timeout' })));
    actor.system.inspect((event) => void (event.type === '@xstate.event' && told.push(event.event.type)));
    await user.type(screen.getByLabelText('Your own password'), 'secret99{Enter}');
    await screen.findByText(/No token was issued/u);
    await user.keyboard('{Escape}');
    expect([told, actor.getSnapshot().value]).toEqual([['rowWindow.finished', 'collection.refreshed'], 'closed']);
  });
});
