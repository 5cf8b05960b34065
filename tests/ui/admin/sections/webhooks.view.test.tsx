import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import type { DeliveryAttempt, DeliveryLog, DeliveryOutcome } from '#domain/programs/webhook';
import { deliveryLogMachine } from '#machines/programs/delivery-log.machine';
import { tokenIssueMachine, type TokenIssueOrder } from '#machines/programs/token-issue.machine';
import { webhookTrialMachine } from '#machines/programs/webhook-trial.machine';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import { webhookDelivery } from '#sections/webhook-delivery/webhook-delivery.resource.ts';
import { DeliveryWindow } from '#sections/webhook-delivery/DeliveryWindow.tsx';
import { SecretWindow } from '#sections/webhook/SecretWindow.tsx';
import { TestWindow } from '#sections/webhook/TestWindow.tsx';
import { webhook } from '#sections/webhook/webhook.resource.ts';
import { nobody } from '#tests/support/nobody.ts';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { showTimesIn } from '#ui/kit/cells/time-text.ts';
import type { RowWindowProps } from '#ui/kit/table/base/table-extras.ts';
import { withBundles } from '../../kit/support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

const OUTCOME: DeliveryOutcome = { status: 204, fault: null, durationMs: 12, answer: '' };
const REFUSED: DeliveryOutcome = { status: 503, fault: 'refused', durationMs: 40, answer: 'down <b>for</b> repair' };
const NOTHING: DeliveryLog = { attempts: [], nextAt: null };
const ATTEMPT: DeliveryAttempt = { ...REFUSED, number: 1, at: 1_768_435_200 };

/** A shell of somebody who may do these. */
const shellOf = (...nodes: readonly string[]) => {
  const context = { start: { site: { urls: nodes }, menu: { nodes: {} } }, route: { path: '' } };
  return { getSnapshot: () => ({ context }), subscribe: () => ({ unsubscribe() {} }) } as never;
};

type Windows = Readonly<Record<string, unknown>>;

async function open(
  Window: (props: RowWindowProps) => React.ReactNode,
  windows: Windows,
  about: Pick<RowWindowProps, 'row' | 'resource'>,
  shell = shellOf(),
) {
  const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;
  const actor = createActor(rowWindowMachine, { input: { owner: nobody } }).start();
  actor.send({ type: 'rowWindow.opened', name: 'any', id: about.row.id });
  await act(async () => {
    render(
      <MantineProvider env="test">
        <AppHandleContext value={handle}>
          <ShellContext value={shell}>
            {withBundles({ rowWindows: lazyNow(windows as never) }, <Window {...about} actor={actor} />)}
          </ShellContext>
        </AppHandleContext>
      </MantineProvider>,
    );
  });
  return { actor, user: userEvent.setup({ delay: null }) };
}

beforeEach(async () => {
  showTimesIn('Asia/Shanghai');
  await startMessages('en');
  await loadMessages(['resources']);
  await loadAllSectionWords();
});

const HOOK = { resource: webhook, row: { id: 7, name: 'Warehouse', issuedAt: null } };

describe('the windows of webhooks', () => {
  it('ask for the password, and show the secret once', async () => {
    const secretIssue = tokenIssueMachine.provide({
      actors: { issue: fromPromise<Secret, TokenIssueOrder>(() => Promise.resolve(new Secret('whsec_abcdefgh'))) },
    });
    const { user, actor } = await open(SecretWindow, { secretIssue }, HOOK);
    await user.type(screen.getByLabelText('Your own password'), 'secret99{Enter}');
    expect(await screen.findByText('whsec_abcdefgh')).toBeDefined();
    expect(screen.getByText('webhook-id · webhook-timestamp · webhook-signature')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'I have kept it' }));
    expect(actor.getSnapshot().value).toBe('closed');
  });

  it('say what a test was answered, as text, and why nothing was sent', async () => {
    const answers: (DeliveryOutcome | FailureError)[] = [REFUSED, OUTCOME, new FailureError({ kind: 'timeout' })];
    const webhookTrial = webhookTrialMachine.provide({
      actors: {
        send: fromPromise<DeliveryOutcome, { id: number }>(() => {
          const answer = answers.shift();
          return answer instanceof FailureError ? Promise.reject(answer) : Promise.resolve(answer ?? OUTCOME);
        }),
      },
    });
    const { user } = await open(TestWindow, { webhookTrial }, HOOK);
    expect(await screen.findByText('down <b>for</b> repair')).toBeDefined();
    expect([screen.queryByText('Not accepted') !== null, screen.queryByText('HTTP 503 · 40 ms') !== null]).toEqual([true, true]);
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Accepted')).toBeDefined();
    expect(screen.queryByText('Not accepted')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(/Nothing was sent/u)).toBeDefined();
  });

  it('list the attempts of a delivery, and send it again for whoever may', async () => {
    const asked: string[] = [];
    const rounds: DeliveryLog[] = [
      { attempts: [ATTEMPT], nextAt: 1_768_435_210 },
      { attempts: [{ ...OUTCOME, number: 2, at: 1_768_435_300 }, ATTEMPT], nextAt: null },
    ];
    const deliveryLog = deliveryLogMachine.provide({
      actors: {
        load: fromPromise<DeliveryLog, { id: number }>(() => {
          asked.push('load');
          return Promise.resolve(rounds.shift() ?? NOTHING);
        }),
        replay: fromPromise<DeliveryOutcome, { id: number }>(({ input }) => {
          asked.push(`replay ${input.id}`);
          return Promise.resolve(OUTCOME);
        }),
      },
    });
    const about = { resource: webhookDelivery, row: { id: 31 } };
    const { user, actor } = await open(DeliveryWindow, { deliveryLog }, about, shellOf('auth/webhookDelivery/replay'));
    // Those of a minute are told apart, and what waits says until when.
    expect((await screen.findByText(/Attempt 1/u)).textContent).toBe('Attempt 1 · 2026-01-15 08:00:00');
    expect(screen.getByText(/Next attempt/u).textContent).toBe('Next attempt: now (2026-01-15 08:00:10)');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(/Attempt 2/u)).toBeDefined();
    expect(screen.queryByText(/Next attempt/u)).toBeNull();
    expect(asked).toEqual(['load', 'replay 31', 'load']);
    await user.keyboard('{Escape}');
    expect(actor.getSnapshot().value).toBe('closed');
  });

  it('offer to send at once what has not been sent', async () => {
    const deliveryLog = deliveryLogMachine.provide({
      actors: { load: fromPromise<DeliveryLog, { id: number }>(() => Promise.resolve(NOTHING)) },
    });
    const about = { resource: webhookDelivery, row: { id: 31 } };
    await open(DeliveryWindow, { deliveryLog }, about, shellOf('auth/webhookDelivery/replay'));
    expect(await screen.findByRole('button', { name: 'Send now' })).toBeDefined();
    expect(screen.getByText('Sends the current content of the record at once.')).toBeDefined();
  });

  it('offer no sending to whoever may only look', async () => {
    const deliveryLog = deliveryLogMachine.provide({
      actors: { load: fromPromise<DeliveryLog, { id: number }>(() => Promise.resolve(NOTHING)) },
    });
    await open(DeliveryWindow, { deliveryLog }, { resource: webhookDelivery, row: { id: 31 } });
    expect(await screen.findByText('It has not been sent yet.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Send/u })).toBeNull();
  });
});
