import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { RestoreChoices, RestoreWork } from '#domain/changes/section-restore';
import { sectionRestoreMachine, type RestoreRequest } from '#machines/changes/section-restore.machine';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { SectionRestoreWindow } from '#ui/admin/changes/SectionRestore.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { reportOf, restored, workOf } from '#tests/machines/changes/told-restores.ts';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

beforeEach(async () => {
  await startKitMessages('en');
  await loadMessages(['system', 'resources']);
  await loadAllSectionWords();
});

/** Whose menu calls a section otherwise than a record of it is called. */
const route = (path: string, title: string) => ({ path, title, kind: 'tab' });
const goodsPages = [route('/admin/goods/goods', 'All goods'), route('/admin/goods/category', 'Kinds')];
const others = [route('/admin/shop/kinds', 'Kinds')];
const start = {
  menu: {
    routes: [...goodsPages, ...others],
    items: [{ title: 'Shelf', path: '', children: goodsPages.map((one) => ({ ...one, children: [] })) }],
  },
};
const shell = { getSnapshot: () => ({ context: { start } }), subscribe: () => ({ unsubscribe: () => {} }) } as unknown as AdminShellRef;

interface Told {
  /** One after the other; the last one again and again. */
  readonly works?: readonly (RestoreWork | Error)[];
  readonly running?: RestoreChoices['running'];
  readonly latest?: RestoreChoices['latest'];
  readonly begin?: () => Promise<string>;
}

const CHOSEN = { backup: 'troupe-1', section: 'goods' };

function open({ works = [], running = null, latest = null, begin = () => Promise.resolve('r1') }: Told = {}) {
  const left = [...works];
  const looks: unknown[] = [];
  const wishes: (Omit<RestoreRequest, 'password'> & { readonly password: string | undefined })[] = [];
  const restore = createActor(
    sectionRestoreMachine.provide({
      delays: { followPause: 1 },
      actors: {
        loadChoices: fromPromise<RestoreChoices>(() =>
          Promise.resolve({ sections: ['goods', 'goodsCategory', 'x_unknown'], running, latest }),
        ),
        askLook: fromPromise<string, Pick<RestoreRequest, 'backup' | 'section'>>(({ input }) => {
          looks.push(input);
          return Promise.resolve('l1');
        }),
        askRestore: fromPromise<string, RestoreRequest>(({ input: { password, ...wish } }) => {
          wishes.push({ ...wish, password: password?.reveal() });
          return begin();
        }),
        readWork: fromPromise(() => {
          const next = left.length > 1 ? left.shift()! : left[0]!;
          return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
        }),
      },
    }),
  ).start();
  renderInApp(
    <ShellContext value={shell}>
      <SectionRestoreWindow restore={restore} when="2026-01-14 11:00:00" />
    </ShellContext>,
  );
  restore.send({ type: 'restore.opened', backup: 'troupe-1' });
  return { looks, wishes, restore, user: userEvent.setup() };
}

async function choose(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('combobox', { name: 'Section' }));
  // Two sections of one title are told apart.
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['All goods', 'Kinds · Shelf', 'x_unknown']);
  await user.click(await screen.findByRole('option', { name: 'All goods' }));
  await user.click(screen.getByRole('button', { name: 'See what would come back' }));
}

const shown = workOf({ state: 'done', report: reportOf() });
const finished = workOf({ state: 'done', report: reportOf({ done: restored }) });

describe('the window that brings a section back', () => {
  it('shows what would come back before anything is written, and takes mode and password along', async () => {
    const { looks, wishes, user } = open({ works: [workOf(), shown, workOf({ progress: { done: 2, total: 4 } }), finished] });
    await choose(user);
    expect(await screen.findByText('Goods: 42 records in the backup.')).toBeDefined();
    expect(looks).toEqual([CHOSEN]);
    const missing = within(screen.getByText('Missing today').parentElement!);
    expect(missing.getByText('3')).toBeDefined();
    expect(missing.getByText('#3 Desk, #4 Lamp, #7 Chair')).toBeDefined();
    expect(screen.getByText(/^3 records will be written/u)).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'What is missing and what is different (4)' }));
    expect(screen.getByText(/^4 records will be written/u)).toBeDefined();
    expect(wishes).toEqual([]);
    await user.type(screen.getByLabelText('Your own password'), 'secret99');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Goods: 3 records restored.')).toBeDefined();
    expect(wishes).toEqual([{ ...CHOSEN, mode: 'changed', commonColumns: false, password: 'secret99' }]);
    expect(screen.getByText('1 stored file came back with them.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open it in the timeline' }).getAttribute('href')).toBe('/admin/security/change?id=812');
  });

  it('follows a restore that runs, with the rows so far of all', async () => {
    const { user, restore } = open({
      running: { id: 'w1', backup: 'troupe-1', section: 'goods', mode: 'missing' },
      works: [workOf({ progress: { done: 500, total: 1200 } })],
    });
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Restoring Goods…' });
    expect([bar.value, bar.max]).toEqual([500, 1200]);
    expect(screen.getByText('500 of 1200')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(restore.getSnapshot().value).toBe('closed');
  });

  it('tells once how the last one ended that was closed before, and lets another one begin from the backup that was opened', async () => {
    const work = workOf({ state: 'done', report: reportOf({ done: restored }) });
    const latest = { id: 'w0', backup: 'troupe-0', section: 'goods', mode: 'missing', begunAt: 1_768_435_200, work } as const;
    const { looks, user, restore } = open({ latest, works: [shown] });
    expect(await screen.findByText('Goods: 3 records restored.')).toBeDefined();
    expect(screen.getByText(/^Your last restore – Goods, begun 2026-01-1\d .* – is over\.$/u)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Restore another section' }));
    await user.click(screen.getByRole('button', { name: 'See what would come back' }));
    await screen.findByText('Goods: 42 records in the backup.');
    expect(looks).toEqual([CHOSEN]);
    restore.send({ type: 'restore.closed' });
    restore.send({ type: 'restore.opened', backup: 'troupe-1' });
    await screen.findByRole('combobox', { name: 'Section' });
    expect(screen.queryByText(/is over/u)).toBeNull();
  });

  it('tells of the last one that nothing came of it', async () => {
    const work = workOf({ state: 'failed', trouble: { code: 'other', text: 'The disk does not answer.' } });
    open({ latest: { id: 'w0', backup: 'troupe-0', section: 'goods', mode: 'missing', begunAt: 1_768_435_200, work } });
    expect((await screen.findByRole('alert')).textContent).toBe('The server could not do it: The disk does not answer.');
    expect(screen.getByText(/^Your last restore – Goods/u)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Restore another section' })).toBeDefined();
  });

  it('says a wrong password at its box, and keeps what was chosen and typed', async () => {
    const { user } = open({
      works: [shown],
      begin: () =>
        Promise.reject(new FailureError({ kind: 'rejected', code: 0, message: 'no', fields: { password: 'Wrong password' } } as never)),
    });
    await choose(user);
    await user.click(await screen.findByRole('radio', { name: /different/u }));
    const box = screen.getByLabelText<HTMLInputElement>('Your own password');
    await user.type(box, 'wrong');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong password');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /different/u }).checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Your own password').value).toBe('wrong');
  });

  it('restores past lost columns only once that is agreed to, and names records that are gone as well', async () => {
    const report = reportOf({ left: ['colour'], fresh: ['weight'], absent: [{ section: 'goodsCategory', count: 1 }] });
    const { wishes, user } = open({ works: [workOf({ state: 'done', report }), finished] });
    await choose(user);
    expect((await screen.findByRole('note')).textContent).toContain('refer to 1 record of');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Restore' }).disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: /colour/u }));
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await screen.findByText('Goods: 3 records restored.');
    expect(wishes).toMatchObject([{ mode: 'missing', commonColumns: true }]);
  });

  it('offers nothing to restore where nothing differs', async () => {
    const { user } = open({ works: [workOf({ state: 'done', report: reportOf({ missing: 0, changed: 0 }) })] });
    await choose(user);
    expect(await screen.findByText(/^There is nothing to restore/u)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Section' }).value).toBe('All goods');
  });

  it('says why a look failed with the section still chosen, and which rows were refused', async () => {
    const refused = { ...restored, refused: 2, reasons: ['#5: It names a category that is gone.'] };
    const { user } = open({
      works: [
        workOf({ state: 'failed', trouble: { code: 'other', text: 'The disk does not answer.' } }),
        shown,
        workOf({ state: 'done', report: reportOf({ done: refused }) }),
      ],
    });
    await choose(user);
    expect((await screen.findByRole('alert')).textContent).toBe('The server could not do it: The disk does not answer.');
    await user.click(screen.getByRole('button', { name: 'See what would come back' }));
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('2 records could not be restored:');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['#5: It names a category that is gone.', '…']);
  });
});
