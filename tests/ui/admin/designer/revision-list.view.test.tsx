import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { perform } from '#domain/designer/drawing/design-acts';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { NO_RENAMES } from '#domain/designer/section-design';
import { sectionDesignerMachine } from '#machines/designer/section-designer.machine';
import { sectionRevisionsMachine, type SectionRevision } from '#machines/designer/section-revisions.machine';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { done, failed, inertOf } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { RevisionList } from '#ui/admin/designer/revisions/RevisionList.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { inApp, startKitMessages } from '../../kit/support.tsx';
import { shows } from '#tests/machines/support/presses.ts';

await startKitMessages('en');
await loadMessages(['designer']);

/** As much of the shell as rights are read of. */
const shellWith = (nodes: readonly string[]): AdminShellRef => {
  const snapshot = { context: { start: { site: { urls: [] }, menu: { nodes: { '/admin/crud/crud': nodes } } }, route: { path: '' } } };
  return { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }) } as unknown as AdminShellRef;
};
const designs = shellWith(['/admin/crud/crud/generate']);

const first = { design: blankDesign('ticket'), renames: NO_RENAMES };
const second = perform(first, { type: 'field.added', piece: 'color', at: 1 }, first.design.declaration.fields);
const revision = (id: number, number: number, drawing = first, status: SectionRevision['status'] = 'success'): SectionRevision => ({
  id,
  revision: number,
  status,
  ...drawing,
  error: status === 'error' ? 'Rows stand against it' : '',
  admin: 'Ann',
  createTime: 0,
});
const list = [revision(9, 2, second), revision(8, 0, second, 'error'), revision(5, 1)];
const refused = new FailureError({ kind: 'rejected', code: 0, message: 'not so' });
const designer = createActor(inertOf(sectionDesignerMachine)).start();

const press =
  (name: string | RegExp, nth = 0) =>
  (user: { click: (place: HTMLElement) => Promise<void> }) =>
    user.click(screen.getAllByRole('button', { name })[nth]!);

describeView(
  {
    machine: sectionRevisionsMachine,
    inputs: [{ name: 'ticket', subject: 'section', owner: createEmptyActor() }],
    events: [
      { type: 'revisions.opened' },
      { type: 'revisions.retried' },
      { type: 'revision.chosen', id: 9 },
      { type: 'revision.chosen', id: null },
      { type: 'revision.taken', id: 5 },
      { type: 'revert.requested' },
      { type: 'revert.confirmed', version: 0 },
      { type: 'revert.cancelled' },
      done('loadRevisions', list),
      done('loadRevisions', [revision(5, 1)]),
      failed('loadRevisions', refused),
      failed('revert', refused),
    ],
    // One and the same button opens and closes what is looked at; the only revision has none before it.
    only: ({ context: { list: all, chosen } }, event) => {
      if (event.type === 'revision.chosen' && 'id' in event) return all.length > 1 && (event.id === null) === (chosen !== null);
      return true;
    },
    view: ({ context }) => [context.list.length, context.chosen, context.failure?.kind],
  },
  (actor) => inApp(<ShellContext value={designs}>{<RevisionList revisions={actor} designer={designer} />}</ShellContext>),
  {
    'revisions.retried': press('Try again'),
    'revision.chosen': press('Compare'),
    'revision.taken': async (user) =>
      press('Continue from this revision', screen.getAllByRole('button', { name: 'Continue from this revision' }).length - 1)(user),
    'revert.requested': press('Revert to no. 1'),
    'revert.confirmed': press('Revert and review'),
    'revert.cancelled': press('Cancel'),
  },
  {
    seen: (snapshot) => {
      const { failure, list: all } = snapshot.context;
      if (snapshot.matches('closed')) return true;
      if (snapshot.matches({ open: 'loading' })) return screen.queryByLabelText('Reading the revisions…') !== null;
      if (snapshot.matches({ open: 'unavailable' })) return shows('The revisions could not be read') && shows('not so');
      const isListed = within(screen.getByRole('list', { name: 'Revisions of the section' })).getAllByText(/^No\. /u).length >= all.length;
      // Why it was refused once stands with it, why it was refused now above.
      const isTold = (all.length === 1 || shows('Rows stand against it')) && (failure === null || shows('not so'));
      const asks = snapshot.matches({ open: 'asking' }) || snapshot.matches({ open: 'reverting' });
      return isListed && isTold && asks === shows(/^The design becomes that of no\. 1 again/u);
    },
  },
);

it('the list of revisions leaves whoever only looks no way back, and compares by keys', async () => {
  const actor = createActor(inertOf(sectionRevisionsMachine), {
    input: { name: 'ticket', subject: 'section', owner: createEmptyActor() },
  }).start();
  actor.send({ type: 'revisions.opened' });
  actor.send(done('loadRevisions', list) as never);
  render(
    <MantineProvider env="test">
      {inApp(
        <ShellContext value={shellWith(['/admin/crud/crud/index'])}>
          <RevisionList revisions={actor} designer={designer} />
        </ShellContext>,
      )}
    </MantineProvider>,
  );
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Compare', 'Compare', 'Compare']);
  const user = userEvent.setup({ delay: null });
  await user.tab();
  await user.keyboard('{Enter}');
  expect(actor.getSnapshot().context.chosen).toBe(9);
  expect(screen.getByText(/^Field colou?r$/iu)).toBeTruthy();
});
