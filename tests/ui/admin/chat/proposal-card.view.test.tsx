import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import type { StaffChatBundle } from '#actors/chat/staff-chat.bundle';
import type { Proposal } from '#domain/chat/proposal';
import { proposalMachine, type ProposalDeed, type SettledProposal } from '#machines/chat/proposal.machine';
import { ProposalCard } from '#ui/admin/chat/ProposalCard.tsx';
import { CurrencyContext } from '#ui/base/cdn-context.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { renderInApp, startKitMessages, withBundles } from '../../kit/support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['changes', 'chatStaff']);
});
afterEach(cleanup);

const PROPOSAL: Proposal = {
  uuid: 'p',
  resource: 'goods',
  action: 'edit',
  record: 7,
  title: 'Vase',
  values: { price: '99.00', status: 'on', category_id: 3 },
  before: { price: '12.00', status: 'draft', category_id: 2 },
  step: null,
  names: { category_id: { before: 'Teapots', after: 'Vases' } },
  state: 'proposed',
  change: null,
};

/** A shell of somebody who may do these. */
const shellOf = (...nodes: readonly string[]) => {
  const context = { start: { site: { urls: nodes }, menu: { nodes: {} } }, route: { path: '' } };
  return { getSnapshot: () => ({ context }), subscribe: () => ({ unsubscribe() {} }) } as never;
};

/** The card, over a server that settles everything; what is asked of it is noted. */
function shown(proposal: Proposal, ...rights: readonly string[]) {
  const asked: ProposalDeed[] = [];
  const proposalLogic = proposalMachine.provide({
    actors: {
      settleProposal: fromPromise<SettledProposal, ProposalDeed>(async ({ input }) => {
        asked.push(input);
        return { state: 'applied', change: 41 };
      }),
    },
  });
  const bundle = { proposal: proposalLogic } as unknown as StaffChatBundle;
  renderInApp(
    <ShellContext value={shellOf(...rights)}>
      <CurrencyContext value="CNY">{withBundles({ staffChat: lazyNow(bundle) }, <ProposalCard proposal={proposal} />)}</CurrencyContext>
    </ShellContext>,
  );
  return asked;
}

it('a proposal shows each value as the list would, as it is and as it would be', () => {
  shown(PROPOSAL);
  const told = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(told).toEqual([
    ['Category', 'TeapotsbecomesVases'],
    ['Price', '¥12.00becomes¥99.00'],
    ['Status', 'DraftbecomesOn sale'],
  ]);
});

it('a proposal says which event would be sent, where it leads, and what would be said with it', () => {
  const label = { 'zh-cn': '上架', en: 'Publish' };
  const step = { event: 'publish', label, comment: 'The pictures are there now' };
  shown({ ...PROPOSAL, action: 'step', values: { status: 'on' }, before: { status: 'draft' }, names: {}, step });
  expect(screen.getByRole('heading').textContent).toBe('Publish: “Vase” in Goods');
  expect(screen.getByRole('term').nextElementSibling?.textContent).toBe('DraftbecomesOn sale');
  expect(screen.getByText('The pictures are there now')).toBeDefined();
});

it.each([
  ['leads to where it stands in the timeline', ['security/change/index'], ['/admin/security/change?id=41']],
  ['leads nobody there who may not open that', [], []],
])('a proposal writes what is approved, and %s', async (_, rights, ways) => {
  const asked = shown(PROPOSAL, ...rights);
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeDefined();
  expect(asked.map(({ uuid, deed }) => [uuid, deed])).toEqual([['p', 'approve']]);
  expect(screen.getByRole('status').textContent).toContain('Written');
  expect(screen.queryAllByRole('link', { name: 'Open it in the timeline' }).map((link) => link.getAttribute('href'))).toEqual(ways);
});
