import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import type { LifeReport } from '#domain/life/life-report';
import type { AnyRecord } from '#domain/fields/field';
import type { LifeOffer, RecordStand } from '#domain/life/record-life';
import { lifeRequestsMachine } from '#machines/life/life-requests.machine';
import { lifeActMachine } from '#machines/life/life-act.machine';
import { lifeBoardMachine } from '#machines/life/life-board.machine';
import { lifeOffersMachine, type LifeOffersInput } from '#machines/life/life-offers.machine';
import { lifeReportMachine, type ReportFile, type ReportRequest } from '#machines/life/life-report.machine';
import { recordLifeMachine } from '#machines/life/record-life.machine';
import { stepChoiceMachine } from '#machines/life/step-choice.machine';
import { recordFormMachine } from '#machines/table/record-form.machine';
import type { SaveAnswer, SaveInput } from '#machines/table/record-save';
import { goods } from '#sections/goods/goods.resource.ts';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { FormSteps } from '#ui/admin/life/FormLife.tsx';
import { NewState } from '#ui/admin/life/NewState.tsx';
import { Report } from '#ui/admin/life/report/Report.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { RecordForm } from '#ui/kit/form/RecordForm.tsx';
import { offerOf } from '#tests/machines/life/told-life.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { goodsRow, startKitMessages, withBundles } from '../../kit/support.tsx';
import { no } from './steps-support.tsx';

beforeEach(async () => {
  await startKitMessages('en');
  await loadMessages(['recordLife']);
});

const inert = {
  lifeAct: inertOf(lifeActMachine),
  recordLife: inertOf(recordLifeMachine),
  lifeOffers: inertOf(lifeOffersMachine),
  lifeBoard: inertOf(lifeBoardMachine),
  lifeReport: inertOf(lifeReportMachine),
  lifeRequests: inertOf(lifeRequestsMachine),
  stepChoice: stepChoiceMachine,
};

async function show(life: typeof inert, view: React.ReactElement) {
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

async function openForm(offers: readonly LifeOffer[], answers: SaveAnswer[]) {
  const saved: SaveInput[] = [];
  const form = createActor(
    recordFormMachine.provide({
      actors: {
        loadRecord: fromPromise<AnyRecord, { readonly resource: string; readonly id: number }>(() => Promise.resolve(goodsRow(7))),
        saveRecord: fromPromise<SaveAnswer, SaveInput>(({ input }) => {
          saved.push(input);
          return Promise.resolve(answers.shift()!);
        }),
      },
    }),
    { input: { resource: 'goods', id: 7, initial: {}, key: 'k' } },
  ).start();
  await waitFor(form, (snapshot) => snapshot.hasTag('editable'));
  const stands = [{ id: 7, state: 'on', version: 4, offers }];
  const lifeOffers = lifeOffersMachine.provide({
    actors: { loadOffers: fromPromise<readonly RecordStand[], LifeOffersInput>(() => Promise.resolve(stands)) },
  });
  const user = await show({ ...inert, lifeOffers }, <RecordForm form={form} resource={goods} Steps={FormSteps} />);
  return { form, saved, user };
}

it('a form tells the state of a record, and saves and leads it on by one press', async () => {
  const { form, saved, user } = await openForm([offerOf('revise')], [{ outcome: 'saved', id: 7 }]);
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByRole('radio')).toBeNull();
  await user.click(await dialog.findByRole('button', { name: 'Save and…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'revise' }));
  expect(saved.map(({ values, step }) => [values, step])).toEqual([[{}, { event: 'revise', label: 'revise', comment: '' }]]);
  expect(form.getSnapshot().output).toEqual({ outcome: 'saved', id: 7 });
});

async function openNew(offers: readonly LifeOffer[] | null) {
  const form = createActor(recordFormMachine, { input: { resource: 'goods', id: null, initial: { status: 'draft' }, key: 'k' } }).start();
  const asked: LifeOffersInput[] = [];
  const lifeOffers = lifeOffersMachine.provide({
    actors: {
      loadOffers: fromPromise<readonly RecordStand[], LifeOffersInput>(({ input }) => {
        asked.push(input);
        return offers ? Promise.resolve([{ id: 0, state: 'draft', version: null, offers }]) : Promise.reject(no);
      }),
    },
  });
  // As a designed section has it: a field that may be left empty.
  const fields = { ...goods.fields, status: { ...goods.fields.status, required: false } } as unknown as typeof goods.fields;
  const user = await show({ ...inert, lifeOffers }, <RecordForm form={form} resource={{ ...goods, fields }} NewState={NewState} />);
  return { form, asked, user, dialog: within(screen.getByRole('dialog')) };
}

it('a new record is offered the states that adding can lead to, and is in one of them', async () => {
  const { form, asked, user, dialog } = await openNew([offerOf('publish', { to: ['on'] })]);
  expect(asked).toEqual([{ resource: 'goods', ids: [] }]);
  await user.click(dialog.getByRole('combobox', { name: 'Status' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Draft', 'On sale']);
  expect(dialog.queryByRole('button', { name: 'Clear' })).toBeNull();
  await user.click(screen.getByRole('option', { name: 'On sale' }));
  expect(form.getSnapshot().context.values).toEqual({ status: 'on' });
});

it('a new record that can only begin in the first state shows it', async () => {
  const { dialog } = await openNew([]);
  expect(dialog.queryByRole('combobox', { name: 'Status' })).toBeNull();
  expect(dialog.getByText('Draft')).toBeDefined();
});

it('a new record is offered every state where the server does not say which', async () => {
  const { user, dialog } = await openNew(null);
  await user.click(dialog.getByRole('combobox', { name: 'Status' }));
  expect(screen.getAllByRole('option')).toHaveLength(3);
});

it('a form asks what a step asks for, and keeps it where the save is refused', async () => {
  const refused: SaveAnswer = { outcome: 'refused', failure: { kind: 'rejected', code: 0, message: 'No' }, texts: {} };
  const asking = offerOf('takeOff', { asks: { comment: 'required', fields: [] } });
  const { saved, user } = await openForm([asking], [refused, { outcome: 'saved', id: 7 }]);
  const dialog = within(screen.getByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Save and…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'takeOff' }));
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save and: takeOff' });
  expect(send.disabled).toBe(true);
  await user.type(dialog.getByLabelText(/^Why/u), 'sold out');
  await user.click(send);
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Why/u).value).toBe('sold out');
  await user.click(dialog.getByRole('button', { name: 'Save and: takeOff' }));
  expect(saved.map(({ step }) => step)).toEqual([{ event: 'takeOff', label: 'takeOff', comment: 'sold out' }, { event: 'takeOff', label: 'takeOff', comment: 'sold out' }]); // prettier-ignore
});

it('a form saves without a step once it was given up', async () => {
  const asking = offerOf('takeOff', { asks: { comment: 'optional', fields: [] } });
  const { form, saved, user } = await openForm([asking], [{ outcome: 'saved', id: 7 }]);
  const dialog = within(screen.getByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Save and…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'takeOff' }));
  await user.click(dialog.getByRole('button', { name: 'Without this step' }));
  act(() => form.send({ type: 'form.fieldChanged', field: 'stock', value: 3 }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(saved.map(({ values, step }) => [values, step])).toEqual([[{ stock: 3 }, undefined]]);
});

it('a form tells how long records stayed, of the time that is chosen, and saves what is shown', async () => {
  const report: LifeReport = {
    states: [{ state: 'on', label: 'On sale', now: 2, count: 4, median: 302_400, p90: 604_800 }],
    events: [],
    weeks: [],
  };
  const asked: ReportRequest[] = [];
  const files: ReportFile[] = [];
  const lifeReport = lifeReportMachine.provide({
    actors: {
      loadReport: fromPromise<LifeReport, ReportRequest>(({ input }) => {
        asked.push(input);
        return Promise.resolve(report);
      }),
      saveReport: fromPromise<void, ReportFile>(({ input }) => Promise.resolve(void files.push(input))),
    },
  });
  const user = await show({ ...inert, lifeReport }, <Report resource={goods} />);
  const cells = within((await screen.findAllByRole('row'))[1]!).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['2', '4', '3.5 days', '7 days']);
  await user.click(screen.getByRole('radio', { name: '4 weeks' }));
  expect(asked).toEqual([
    { resource: 'goods', weeks: 12 },
    { resource: 'goods', weeks: 4 },
  ]);
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
  expect(files.map((file) => [file.resource, file.report])).toEqual([['goods', report]]);
});
