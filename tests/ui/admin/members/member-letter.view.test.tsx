import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { memberLetterMachine, type LetterReach, type LetterRequest } from '#machines/members/member-letter.machine';
import { MemberLetter } from '#sections/member/MemberLetter.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { renderInApp } from '../../kit/support.tsx';

await startMessages('en');
await loadMessages(['account']);

it('a letter is addressed and written by keyboard alone, says what is missing at its field, and is sent to whom it names', async () => {
  const sent: LetterRequest[] = [];
  const letter = createActor(
    memberLetterMachine.provide({
      actors: {
        loadReach: fromPromise<LetterReach>(async () => ({ all: 12, groups: [{ id: 3, name: 'Gold', members: 5 }] })),
        send: fromPromise<number, LetterRequest>(async ({ input }) => {
          sent.push(input);
          if (sent.length === 1)
            throw new FailureError({ kind: 'rejected', code: 0, message: 'No', fields: { titleEn: 'Too long for this site.' } });
          return 5;
        }),
      },
    }),
  ).start();
  renderInApp(<MemberLetter letter={letter} />);
  const user = userEvent.setup();
  letter.send({ type: 'letter.opened', ids: [7, 9] });
  const dialog = await screen.findByRole('dialog', { name: 'Write to members' });
  const title = await screen.findByLabelText(/^Title/u);
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(screen.getByRole('button', { name: 'Send to 2 members' })).toBeDefined();

  await user.keyboard('{Enter}');
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    'This field is required',
    'This field is required',
  ]);
  expect(sent).toEqual([]);
  await user.keyboard('Maintenance{Tab}On Saturday{Enter}at two');
  expect(screen.queryAllByRole('alert')).toEqual([]);

  const to = screen.getByLabelText('To');
  expect([...to.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Selected members (2)',
    'All members (12)',
    'Group: Gold (5)',
  ]);
  await user.selectOptions(to, 'Group: Gold (5)');
  screen.getByText('English version').focus();
  await user.click(screen.getByText('English version'));
  await user.type(screen.getByLabelText('English title'), 'Closed');
  await user.type(screen.getByLabelText('English text'), 'See you on Sunday');
  await user.click(screen.getByRole('button', { name: 'Send to 5 members' }));
  // What the server refuses stands at its field, and nothing typed is lost.
  expect((await screen.findByRole('alert')).textContent).toBe('Too long for this site.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('English text').value).toBe('See you on Sunday');
  await user.type(screen.getByLabelText('English title'), '{Enter}');
  expect(await screen.findByText('Sent. 5 members find it in their messages in a moment.')).toBeDefined();
  expect(sent.map(({ audience, groupId, text, titleEn }) => [audience, groupId, text, titleEn])).toEqual([
    ['group', 3, 'On Saturday\nat two', 'Closed'],
    ['group', 3, 'On Saturday\nat two', 'Closed'],
  ]);
  expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
  await user.click(dialog.querySelector('button[data-autofocus]')!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
