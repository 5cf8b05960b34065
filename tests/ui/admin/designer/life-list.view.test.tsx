import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
import { expect, it } from 'vitest';
import { designedSectionsMachine, type SiteLife } from '#machines/designer/designed-sections.machine';
import { LifeList } from '#ui/admin/designer/start/LifeList.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { done, inertOf } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';

const life = (name: string, own: Partial<SiteLife> = {}): SiteLife => ({
  name,
  label: { en: name },
  state: 'program',
  hasDraft: false,
  isBehind: false,
  ...own,
});
const LIVES = [
  life('goods', { state: 'site', hasDraft: true, isBehind: true }),
  life('notice', { hasDraft: true }),
  life('page'),
  life('report', { state: 'stopped', isBehind: true }),
];

async function shown(lives: readonly SiteLife[], mayDesign = true) {
  await startKitMessages('en');
  await loadMessages(['designer']);
  const owner = recorder();
  const actor = createActor(inertOf(designedSectionsMachine), { input: { owner: owner.ref as never } }).start();
  actor.send(done('loadSections', { list: [], lives, shipped: [] }) as never);
  const view = renderInApp(<LifeList sections={actor} rights={{ mayDesign, mayRemove: false }} />);
  return { owner, view };
}
const cards = () => screen.getAllByRole('listitem').map((card) => [...card.children].map((part) => part.textContent));

it('the list of lives tells whose life each section of the program has, and what waits for somebody', async () => {
  const { owner } = await shown(LIVES);
  expect(cards()).toEqual([
    ['goodsDesigned here', 'An update changed the built-in lifecycle: review it', 'Restore the built-in lifecycle'],
    ['noticeBuilt-in', 'Unpublished changes'],
    ['pageBuilt-in'],
    ['reportStopped', 'An update changed the built-in lifecycle: review it', 'Restore the built-in lifecycle'],
  ]);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'page' }));
  await user.click(screen.getByRole('button', { name: 'Restore the built-in lifecycle of report' }));
  expect(owner.heard).toEqual([
    { type: 'design.started', start: { from: 'section', name: 'page', subject: 'life' } },
    { type: 'design.started', start: { from: 'revision', name: 'report', subject: 'life', id: 0 } },
  ]);
});

it('the list of lives offers whoever only looks no way back, and is not there where no section has a life', async () => {
  const { view } = await shown(LIVES, false);
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['goods', 'notice', 'page', 'report']);
  view.unmount();
  await shown([]);
  expect(screen.queryByRole('list')).toBeNull();
});
