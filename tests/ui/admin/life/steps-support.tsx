import { MantineProvider } from '@mantine/core';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fromCallback, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { FailureError } from '#domain/base/failure';
import type { RecordStand } from '#domain/life/record-life';
import type { BoardColumn } from '#domain/table/life-board';
import { lifeActMachine, type SendRequest } from '#machines/life/life-act.machine';
import { lifeBoardMachine } from '#machines/life/life-board.machine';
import { lifeRequestsMachine } from '#machines/life/life-requests.machine';
import { lifeReportMachine } from '#machines/life/life-report.machine';
import { lifeOffersMachine } from '#machines/life/life-offers.machine';
import { recordLifeMachine } from '#machines/life/record-life.machine';
import { stepChoiceMachine } from '#machines/life/step-choice.machine';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { offerOf } from '#tests/machines/life/told-life.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { withBundles } from '../../kit/support.tsx';

export const no = new FailureError({ kind: 'rejected', code: 0, message: 'Not while it rains.' });

export function lifeBundle(told: {
  readonly stands?: readonly RecordStand[];
  readonly boards?: readonly (readonly BoardColumn[])[];
  readonly answer?: () => Promise<void>;
}) {
  const asked: Omit<SendRequest, 'idempotencyKey'>[] = [];
  const boards = [...(told.boards ?? [])];
  const lifeAct = lifeActMachine.provide({
    actors: {
      sendEvent: fromPromise<void, SendRequest>(({ input: { idempotencyKey: _key, ...input } }) => {
        asked.push(input);
        return told.answer?.() ?? Promise.resolve();
      }),
    },
  });
  const life = {
    lifeAct,
    recordLife: inertOf(recordLifeMachine),
    lifeOffers: lifeOffersMachine.provide({ actors: { loadOffers: fromPromise(() => Promise.resolve(told.stands ?? [])) } }),
    lifeBoard: lifeBoardMachine.provide({
      actors: {
        lifeAct,
        loadBoard: fromPromise(() => Promise.resolve(boards.length > 1 ? boards.shift()! : boards[0]!)),
        hearList: fromCallback(() => {}),
      },
    }),
    lifeReport: inertOf(lifeReportMachine),
    lifeRequests: inertOf(lifeRequestsMachine),
    stepChoice: stepChoiceMachine,
  };
  return { asked, life };
}

export async function show(life: ReturnType<typeof lifeBundle>['life'], view: React.ReactElement) {
  await act(async () => {
    render(
      <MantineProvider env="test">
        <AppHandleContext value={{ journal: { inspect: () => {} } } as unknown as AppHandle}>
          {withBundles({ life: lazyNow(life) }, view)}
        </AppHandleContext>
      </MantineProvider>,
    );
  });
  return userEvent.setup();
}

export const stands = (unmet: boolean): readonly RecordStand[] => [
  {
    id: 7,
    state: 'draft',
    version: 4,
    offers: [
      offerOf('publish', { unmet: unmet ? [{ field: 'images', message: 'Pictures: at least one' }] : [] }),
      offerOf('takeOff', { asks: { comment: 'required', fields: [] } }),
    ],
  },
];
