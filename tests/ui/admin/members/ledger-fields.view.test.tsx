import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createActor, createEmptyActor } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { accountBundle } from '#actors/app/account.bundle';
import { rowWindowBundle } from '#actors/shell/row-window.bundle';
import { FailureError } from '#domain/base/failure';
import { entryOfListed } from '#domain/members/listed-member';
import type { Resource } from '#domain/table/resource';
import { recordFormMachine } from '#machines/table/record-form.machine';
import { moneyLog } from '#sections/money-log/money-log.resource.ts';
import { moneyLogWindows } from '#sections/money-log/money-log.windows.tsx';
import { scoreLogWindows } from '#sections/score-log/score-log.windows.tsx';
import { scoreLog } from '#sections/score-log/score-log.resource.ts';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import { AdjustMoneyWindow, AdjustScoreWindow } from '#sections/member/AdjustWindow.tsx';
import { member } from '#sections/member/member.resource.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { LedgerFields } from '#ui/admin/members/LedgerFields.tsx';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { CurrencyContext } from '#ui/base/cdn-context.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { startKitMessages, withBundles } from '../../kit/support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['account', 'resources']);
  await loadAllSectionWords();
});

const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;
const gone = new FailureError({ kind: 'unreachable', online: true });

let end: () => void;
afterEach(() => end());

/** The form of a new entry, for the member with number 7 unless another is said, over a server that gives these answers in turn; an error is thrown. */
async function show(resource: Resource, amount: string, answers: readonly unknown[], userId: number | null = 7) {
  const sent: unknown[] = [];
  const next = [...answers];
  const call = async ({ method, path }: { method: string; path: string }, input: unknown) => {
    sent.push([method, path, input]);
    const answer = next.shift();
    if (answer instanceof Error) throw answer;
    return { user: answer };
  };
  const initial = { userId, [amount]: null, memo: '' };
  const form = createActor(inertOf(recordFormMachine), { input: { resource: resource.name, id: null, initial, key: 'k' } }).start();
  const { unmount } = await act(async () =>
    render(
      <MantineProvider env="test">
        <AppHandleContext value={handle}>
          {withBundles({ account: lazyNow(accountBundle({ call: call as never })) }, <LedgerFields form={form} resource={resource} />)}
        </AppHandleContext>
      </MantineProvider>,
    ),
  );
  end = () => {
    unmount();
    form.stop();
  };
  const change = (value: number) => act(() => form.send({ type: 'form.fieldChanged', field: amount, value }));
  return { sent, change, user: userEvent.setup({ delay: null }) };
}

const told = () => screen.getByRole('status').textContent;

it('the form of an entry says what an entry leads to while its amount is typed, and that it leads below zero', async () => {
  const { sent, change } = await show(moneyLog, 'money', [{ money: '1668.80' }]);
  expect(told()).toBe('Before 1,668.80Change —After —');
  change(1_000);
  expect(told()).toBe('Before 1,668.80Change +10.00After 1,678.80');
  change(-200_000);
  expect(told()).toBe('Before 1,668.80Change −2,000.00After −331.20Not enough: the result cannot be below zero.');
  expect(sent).toEqual([['GET', '/admin/user.MoneyLog/add', { userId: 7 }]]);
});

it('the form of an entry counts points as whole numbers, and asks again where the balance could not be had', async () => {
  const { sent, change, user } = await show(scoreLog, 'score', [gone, { score: 88 }]);
  expect(screen.getByRole('alert').textContent).toContain('The current balance could not be loaded.');
  expect(screen.queryByRole('status')).toBe(null);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  change(-88);
  expect(told()).toBe('Before 88Change −88After 0');
  expect(sent).toHaveLength(2);
});

it('the form of an entry lets nobody change whose entry it will be where that was settled before, and has it chosen where it was not', async () => {
  await show(moneyLog, 'money', [{ money: '1.00' }]);
  expect(memberBox().readOnly).toBe(true);
  end();
  await show(moneyLog, 'money', [], null);
  expect([memberBox().readOnly, screen.queryByRole('status')]).toEqual([false, null]);
});

it('the form of an entry begins an entry with the member whose ledger is listed, where that is one', () => {
  const listed = { field: 'userId', operator: 'eq', value: '7' } as const;
  const query = { search: [listed, { field: 'memo', operator: 'LIKE', value: 'tea' }], alternatives: [] } as const;
  expect(entryOfListed(query)).toEqual({ userId: 7 });
  expect(entryOfListed({ search: [{ ...listed, operator: 'ne' }], alternatives: [] })).toEqual({});
  expect(entryOfListed({ ...query, alternatives: [[{ ...listed, value: '8' }]] })).toEqual({});
  expect([moneyLogWindows.newRecord, scoreLogWindows.newRecord]).toEqual([entryOfListed, entryOfListed]);
});

/** The window over the row of a member, over a server that has this balance and refuses the entry with this text at its amount. */
async function adjust(Window: typeof AdjustMoneyWindow, balance: unknown, refused: Readonly<Record<string, string>>) {
  const sent: unknown[] = [];
  const call = async ({ method, path }: { method: string; path: string }, input: unknown) => {
    sent.push([method, path, input]);
    if (method === 'GET') return { user: balance };
    throw new FailureError({ kind: 'rejected', code: 0, message: '', fields: refused });
  };
  const row = { id: 7, nickname: 'Lin Yu', username: 'linyu' };
  const actor = createActor(rowWindowMachine, { input: { owner: createEmptyActor() } }).start();
  actor.send({ type: 'rowWindow.opened', name: 'adjust', id: row.id });
  const bundles = {
    account: lazyNow(accountBundle({ call: call as never })),
    rowWindows: lazyNow(rowWindowBundle({ call: call as never })),
  };
  const { unmount } = await act(async () =>
    render(
      <MantineProvider env="test">
        <AppHandleContext value={handle}>
          <CurrencyContext value="CNY">{withBundles(bundles, <Window row={row} resource={member} actor={actor} />)}</CurrencyContext>
        </AppHandleContext>
      </MantineProvider>,
    ),
  );
  end = () => {
    unmount();
    actor.stop();
  };
  return { sent, user: userEvent.setup({ delay: null }) };
}

const memberBox = () => screen.getByLabelText<HTMLInputElement>(/^Member/u);

it('the form of an entry names the member of the row, whom nobody can change there, and says live what the amount leads to', async () => {
  const { sent, user } = await adjust(AdjustMoneyWindow, { money: '1668.80' }, { money: 'Only 1668.80 there' });
  expect([memberBox().value, memberBox().readOnly]).toEqual(['Lin Yu · linyu', true]);
  await user.type(memberBox(), 'other');
  expect([memberBox().value, screen.queryByRole('option')]).toEqual(['Lin Yu · linyu', null]);
  expect(told()).toBe('Before ¥1,668.80Change —After —');
  await user.type(screen.getByLabelText(/^Change/u), '-20');
  expect(told()).toBe('Before ¥1,668.80Change −¥20.00After ¥1,648.80');
  await user.type(screen.getByLabelText(/^Change/u), '00');
  expect(told()).toBe('Before ¥1,668.80Change −¥2,000.00After −¥331.20Not enough: the result cannot be below zero.');
  await user.type(screen.getByLabelText(/^Memo/u), 'Refund');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Only 1668.80 there');
  expect(sent.slice(1)).toEqual([['POST', '/admin/user.MoneyLog/add', { user_id: 7, money: '-2000.00', memo: 'Refund' }]]);
});

it('the form of an entry does so for points, which have no currency', async () => {
  const { user } = await adjust(AdjustScoreWindow, { score: 88 }, {});
  await user.type(screen.getByLabelText(/^Change/u), '1200');
  expect([memberBox().value, told()]).toEqual(['Lin Yu · linyu', 'Before 88Change +1,200After 1,288']);
});
