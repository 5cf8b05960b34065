import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { tokenIssueMachine, type TokenIssueOrder } from '#machines/programs/token-issue.machine';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import { nobody } from '#tests/support/nobody.ts';
import { apiToken } from '#sections/api-token/api-token.resource.ts';
import { IssueWindow } from '#sections/api-token/IssueWindow.tsx';
import { withBundles } from '../../kit/support.tsx';
import { AppContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';

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
  await act(async () => {
    render(
      <MantineProvider env="test">
        <AppContext value={handle}>
          {withBundles(
            { rowWindows: lazyNow({ tokenIssue } as never) },
            <IssueWindow resource={apiToken} row={{ id: 7, name: 'Import', issuedAt }} actor={actor} />,
          )}
        </AppContext>
      </MantineProvider>,
    );
  });
  return { asked, actor, user: userEvent.setup({ delay: null }) };
}

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['resources']);
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
});
