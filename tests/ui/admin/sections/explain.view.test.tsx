import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import type { Explanation, RuleOption } from '#domain/rights/explanation';
import { FailureError } from '#domain/base/failure';
import { explanationMachine } from '#machines/rights/explanation.machine';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import { draftPreviewMachine } from '#machines/site/draft-preview.machine';
import { modelTrialMachine } from '#machines/chat/model-trial.machine';
import { deliveryLogMachine } from '#machines/programs/delivery-log.machine';
import { webhookTrialMachine } from '#machines/programs/webhook-trial.machine';
import { tokenIssueMachine } from '#machines/programs/token-issue.machine';
import { windowFormMachine } from '#machines/table/window-form.machine';
import { inertOf } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';
import { admin } from '#sections/admin/admin.resource.ts';
import { ExplainWindow } from '#sections/admin/ExplainWindow.tsx';
import { withBundles } from '../../kit/support.tsx';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

const RULES = [
  { node: 'goods/goods', title: 'Goods', depth: 0 },
  { node: 'goods/goods/edit', title: 'Edit', depth: 1 },
];
const refused: Explanation = {
  reason: 'notGranted',
  isAllowed: false,
  node: 'goods/goods/edit',
  rules: RULES.map(({ node, title }, id) => ({ id, title, name: node, isActive: true })),
  groups: [
    { id: 2, name: 'Clerks', isActive: true, isSuper: false, grants: false },
    { id: 3, name: 'Old hands', isActive: false, isSuper: false, grants: true },
  ],
};

async function open(answer: () => Promise<Explanation>) {
  const asked: unknown[] = [];
  const explanation = explanationMachine.provide({
    actors: {
      loadRules: fromPromise<readonly RuleOption[]>(() => Promise.resolve(RULES)),
      explain: fromPromise<Explanation, { readonly id: number; readonly node: string }>(({ input }) => {
        asked.push(input);
        return answer();
      }),
    },
  });
  const windows = {
    explanation,
    draftPreview: inertOf(draftPreviewMachine),
    modelTrial: inertOf(modelTrialMachine),
    tokenIssue: inertOf(tokenIssueMachine),
    windowForm: inertOf(windowFormMachine),
    secretIssue: inertOf(tokenIssueMachine),
    webhookTrial: inertOf(webhookTrialMachine),
    deliveryLog: inertOf(deliveryLogMachine),
    newRecording: () => ({}) as never,
    newKeptRun: () => ({}) as never,
  };
  const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;
  const actor = createActor(rowWindowMachine, { input: { owner: nobody } }).start();
  actor.send({ type: 'rowWindow.opened', name: 'explain', id: 7 });
  await act(async () => {
    render(
      <MantineProvider env="test">
        <AppHandleContext value={handle}>
          {withBundles(
            { rowWindows: lazyNow(windows) },
            <ExplainWindow resource={admin} row={{ id: 7, username: 'clerk' }} actor={actor} />,
          )}
        </AppHandleContext>
      </MantineProvider>,
    );
  });
  const user = userEvent.setup({ delay: null });
  const choose = async (text: string) => {
    await user.type(await screen.findByRole('combobox', { name: 'Permission' }), text);
    await user.keyboard('{ArrowDown}{Enter}');
  };
  return { asked, actor, user, choose };
}

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['resources', 'rights']);
  await loadAllSectionWords();
});

describe('the window that explains rights', () => {
  it('says by keyboard alone what decides, from the rule over the groups to the answer', async () => {
    const { asked, actor, user, choose } = await open(() => Promise.resolve(refused));
    expect(screen.getByRole('dialog', { name: 'What can clerk do, and why?' })).toBeDefined();
    await choose('edit');
    expect(await screen.findByText('No, clerk may not use “Edit”.')).toBeDefined();
    expect(asked).toEqual([{ id: 7, node: 'goods/goods/edit' }]);
    expect(screen.getByText('None of the groups grants it.', { exact: false })).toBeDefined();
    const [way, groups] = screen.getAllByRole('list');
    expect(
      within(way!)
        .getAllByRole('listitem')
        .map((item) => item.textContent?.trim()),
    ).toEqual(['Goods goods/goods', 'Edit goods/goods/edit']);
    expect(
      within(groups!)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Clerks does not grant it', 'Old hands is switched off']);
    await user.keyboard('{Escape}');
    expect(actor.getSnapshot().value).toBe('closed');
  });

  it('says when there is no answer, and asks again', async () => {
    let isDown = true;
    const { asked, user, choose } = await open(() =>
      isDown ? Promise.reject(new FailureError({ kind: 'timeout' })) : Promise.resolve(refused),
    );
    await choose('edit');
    const alert = await screen.findByRole('alert');
    isDown = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No, clerk may not use “Edit”.')).toBeDefined();
    expect([asked.length, screen.queryByRole('alert')]).toEqual([2, null]);
  });
});
