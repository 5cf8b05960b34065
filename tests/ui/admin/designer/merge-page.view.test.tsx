import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import type { DesignerBundle } from '#actors/designer/designer-logics';
import { FailureError } from '#domain/base/failure';
import type { DesignAct, Drawing } from '#domain/designer/drawing/design-act';
import { perform } from '#domain/designer/drawing/design-acts';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import type { SendableSection } from '#domain/life/drawing/sendable-steps';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { NO_RENAMES } from '#domain/designer/section-design';
import type { DraftInput, KeptDraft, OpenDesign } from '#machines/designer/designer.vocabulary';
import { selectDrawing } from '#machines/designer/section-designer.selectors';
import { sendableStepsMachine } from '#machines/designer/sendable-steps.machine';
import { sectionDesignerMachine } from '#machines/designer/section-designer.machine';
import { MergePage } from '#ui/admin/designer/review/MergePage.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { inApp, startKitMessages, withBundles } from '../../kit/support.tsx';

const bare: Drawing = { design: blankDesign('ticket'), renames: NO_RENAMES };
const published = bare.design.declaration.fields;
const drawn = (...acts: readonly DesignAct[]): Drawing => acts.reduce((drawing, act) => perform(drawing, act, published), bare);

const sections: readonly SendableSection[] = [{ name: 'stock', steps: [{ name: 'takeOut', label: { en: 'Take out' } }] }];

/** Somebody else has kept a draft while this one was drawn. */
async function show(mine: DesignAct, theirs: Drawing, first = bare) {
  await startKitMessages('en');
  await loadMessages(['designer']);
  const current = { ...theirs, version: 9 };
  const machine = sectionDesignerMachine.provide({
    delays: { draftPause: 0 },
    actors: {
      watchWork: fromCallback(() => {}),
      openDesign: fromPromise(async (): Promise<OpenDesign> => ({
        drawing: first,
        isStored: true,
        published: first.design,
        version: 4,
        state: 'live',
        drift: [],
      })),
      saveDraft: fromPromise<KeptDraft, DraftInput>(async ({ input: { version } }) => {
        if (version === 4) throw new FailureError({ kind: 'rejected', code: 0, message: 'conflict', current });
        return { version: version + 1, issues: [] };
      }),
    },
  });
  const designer = createActor(machine).start();
  designer.send({ type: 'design.started', start: { from: 'section', name: 'ticket' } });
  await waitFor(designer, (snapshot) => snapshot.hasTag('drawing'));
  designer.send(mine);
  await waitFor(designer, (snapshot) => snapshot.matches('disputed'));
  const sendable = sendableStepsMachine.provide({ actors: { loadSteps: fromPromise(async () => sections) } });
  render(
    <MantineProvider env="test">
      {inApp(withBundles({ designer: lazyNow({ sendable } as DesignerBundle) }, <MergePage designer={designer} />))}
    </MantineProvider>,
  );
  return { designer, user: userEvent.setup({ delay: null }) };
}

const label = (value: string): DesignAct => ({ type: 'field.changed', key: 'name', name: 'label', value: { en: value } });

it('the page of a merge asks for each place that both changed, by keys, and puts the rest together', async () => {
  const { designer, user } = await show(label('Mine'), drawn(label('Theirs'), { type: 'field.added', piece: 'color', at: 1 }));
  const places = screen.getAllByRole('group');
  expect(places).toHaveLength(1);
  const [mine, theirs] = within(places[0]!).getAllByRole<HTMLInputElement>('radio');
  expect([mine?.checked, theirs?.checked]).toEqual([true, false]);
  expect([places[0]?.textContent?.includes('Mine'), places[0]?.textContent?.includes('Theirs')]).toEqual([true, true]);
  mine?.focus();
  await user.keyboard('{ArrowDown}');
  expect(theirs?.checked).toBe(true);
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(designer, (snapshot) => snapshot.hasTag('drawing'));
  const { fields } = selectDrawing(designer.getSnapshot()).design.declaration;
  expect([fields['name']?.label, fields['color']?.kind]).toEqual([{ en: 'Theirs' }, 'color']);
});

it('the page of a merge keeps what is mine where nobody says otherwise', async () => {
  const { designer, user } = await show(label('Mine'), drawn(label('Theirs')));
  await user.click(screen.getByRole('button', { name: 'Merge and go on' }));
  expect(selectDrawing(designer.getSnapshot()).design.declaration.fields['name']?.label).toEqual({ en: 'Mine' });
});

it('the page of a merge says where nothing collides, and takes all of theirs where somebody wants that', async () => {
  const { designer, user } = await show(label('Mine'), drawn({ type: 'field.added', piece: 'color', at: 1 }));
  expect([screen.queryAllByRole('group'), screen.queryByText(/do not conflict/u) !== null]).toEqual([[], true]);
  await user.click(screen.getByRole('button', { name: 'Take theirs' }));
  const { fields } = selectDrawing(designer.getSnapshot()).design.declaration;
  expect([fields['name']?.label, fields['color']?.kind]).toEqual([published['name']?.label, 'color']);
});

/** Tickets that take a card out of the stock when they close. */
const living = (to: string): Drawing => {
  const { design } = bare;
  const fields: Resource['fields'] = { ...published, state: { kind: 'select', options: ['open', 'closed'], initial: 'open' } };
  const life: Life = {
    field: 'state',
    chart: {
      id: 'ticket',
      initial: 'open',
      states: { open: { on: { close: { target: 'closed', actions: ['out'] } } }, closed: { on: { reopen: 'open' } } },
    },
    events: { close: { right: 'edit' }, reopen: { right: 'edit' } },
    conditions: {},
    delays: {},
    effects: { out: { send: to, to: { referring: 'stock', by: 'ticketId' } } },
  };
  return { ...bare, design: { ...design, declaration: { ...design.declaration, fields, life } } };
};

it('the page of a merge calls the steps of other sections by what they are called there', async () => {
  const arrow = { from: 'open', by: 'on', name: 'close', index: 0 } as const;
  const put = {
    type: 'arrow.changed',
    arrow,
    name: 'effects',
    value: [{ send: 'putBack', to: { referring: 'stock', by: 'ticketId' } }],
  } as const;
  await show(put, living('takeOut'), living('other'));
  expect(await screen.findByText(/Sends “Take out”/u)).toBeTruthy();
  expect(screen.getByText(/Sends “putBack”/u)).toBeTruthy();
});
