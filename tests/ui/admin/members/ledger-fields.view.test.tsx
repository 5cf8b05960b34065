import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { accountBundle } from '#actors/session/account.bundle';
import { FailureError } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { recordFormMachine } from '#machines/table/record-form.machine';
import { moneyLog } from '#sections/money-log/money-log.resource.ts';
import { scoreLog } from '#sections/score-log/score-log.resource.ts';
import { inertOf } from '#tests/support/model.ts';
import { LedgerFields } from '#ui/admin/members/LedgerFields.tsx';
import { AppContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { startKitMessages, withBundles } from '../../kit/support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['account', 'resources']);
});

const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;
const gone = new FailureError({ kind: 'unreachable', online: true });

let end: () => void;
afterEach(() => end());

/** The form of a new entry for the member with number 7 over a server that gives these answers in turn; an error is thrown. */
async function show(resource: Resource, amount: string, answers: readonly unknown[]) {
  const sent: unknown[] = [];
  const next = [...answers];
  const call = async ({ method, path }: { method: string; path: string }, input: unknown) => {
    sent.push([method, path, input]);
    const answer = next.shift();
    if (answer instanceof Error) throw answer;
    return { user: answer };
  };
  const initial = { userId: 7, [amount]: null, memo: '' };
  const form = createActor(inertOf(recordFormMachine), { input: { resource: resource.name, id: null, initial, key: 'k' } }).start();
  const { unmount } = await act(async () =>
    render(
      <MantineProvider env="test">
        <AppContext value={handle}>
          {withBundles({ account: lazyNow(accountBundle({ call: call as never })) }, <LedgerFields form={form} resource={resource} />)}
        </AppContext>
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

it('says what an entry leads to while its amount is typed, and that it leads below zero', async () => {
  const { sent, change } = await show(moneyLog, 'money', [{ money: '1668.80' }]);
  expect(told()).toBe('Before 1,668.80Change —After —');
  change(1_000);
  expect(told()).toBe('Before 1,668.80Change +10.00After 1,678.80');
  change(-200_000);
  expect(told()).toBe('Before 1,668.80Change −2,000.00After −331.20Not enough: the result may not be below zero.');
  expect(sent).toEqual([['GET', '/admin/user.MoneyLog/add', { userId: 7 }]]);
});

it('counts points as whole numbers, and asks again where the balance could not be had', async () => {
  const { sent, change, user } = await show(scoreLog, 'score', [gone, { score: 88 }]);
  expect(screen.getByRole('alert').textContent).toContain('The present balance could not be loaded.');
  expect(screen.queryByRole('status')).toBe(null);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  change(-88);
  expect(told()).toBe('Before 88Change −88After 0');
  expect(sent).toHaveLength(2);
});
