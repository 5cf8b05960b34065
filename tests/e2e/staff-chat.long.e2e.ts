import { expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** The chat of administrators, with the answerer that needs no key: what it proposes is approved, written, and taken back. */
const stage = openStage();
const word = wordsOf('zh-cn');

it('writes what an administrator approves, once, and takes it back', async () => {
  const calls = await signIn(stage.server.url);
  const { data } = await calls.get('goods.Goods/index?limit=1');
  const [{ id, title, price }] = (data?.['list'] ?? []) as [{ id: number; title: string; price: string }];
  const stored = async (): Promise<unknown> =>
    ((await calls.get(`goods.Goods/edit?id=${id}`)).data?.['row'] as { price: unknown } | undefined)?.price;
  const { context, page, complaints } = await enter(stage, '/admin/chat/chat');
  const box = page.getByRole('textbox', { name: word('chatPage.composer.label') });
  await box.fill(`请把商品“${title}”的售价改为 88.5`);
  await box.press('Enter');
  const card = page.getByRole('region', {
    name: word('chatStaff.proposal.edit', { section: word('resources.goods.label'), title }),
  });
  await card.getByText('88.50').waitFor();
  await card.getByText(word('chatStaff.proposal.state.proposed')).waitFor();
  await expect.poll(stored).toBe(price);

  // Another tab approves it meanwhile; it is written once.
  const other = await context.newPage();
  await other.goto(page.url());
  const there = other.getByRole('region', { name: word('chatStaff.proposal.edit', { section: word('resources.goods.label'), title }) });
  const approve = word('chatStaff.proposal.approve');
  await there.getByRole('button', { name: approve }).waitFor();
  await card.getByRole('button', { name: approve }).press('Enter');
  await card.getByText(word('chatStaff.proposal.state.applied')).waitFor();
  await expect.poll(stored).toBe('88.50');
  await there.getByRole('button', { name: approve }).click();
  await there.getByText(word('chatStaff.proposal.state.applied')).waitFor();
  const written = await calls.get('goods.Goods/edit?id='.concat(String(id)));

  await page.reload();
  await card.getByRole('button', { name: word('common.action.undo') }).click();
  await card.getByText(word('chatStaff.proposal.state.undone')).waitFor();
  await expect.poll(stored).toBe(price);
  expect(written.data?.['row']).toMatchObject({ title, price: '88.50' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(complaints).toEqual([]);
  await context.close();
});
