import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveProposal, undoProposal } from '#api/contract/chat/proposals';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { first, type Person, shown, staff } from './chat-support.ts';

/** Goods whose names begin alike are among the first records of every test. */
const VASE = 'Crackled vase';

describe.each(dealtKinds())('what administrators ask the built-in answerer to change on %s', (kind) => {
  let server: TestServer;
  let boss: Person;
  let token: string;

  beforeAll(async () => {
    server = await createTestServer({ kind });
    token = (await server.signIn()).token;
    boss = staff(server, token);
    for (const title of [VASE, `${VASE} with a lid`, 'Glaze', 'Glaze']) {
      const { body } = await server.request('/api/admin/goods.Goods/add', {
        method: 'POST',
        json: { title, category_id: 1, price: '12.00' },
        token,
      });
      if ((body as { code?: unknown }).code !== 1) throw new Error(`${title} was not added`);
    }
  });
  afterAll(() => server.close());

  const goods = () => server.database.kysely.selectFrom('goods').selectAll().orderBy('id').execute();
  async function ask(question: string, person = boss) {
    const sent = await person.ask('send', first(question));
    const { text } = shown(await person.read(sent.answer.uuid));
    const { messages } = await person.ask('conversation', { uuid: sent.conversation.uuid });
    const { tools, proposals } = messages[1] as { tools: { name: string; state: string }[]; proposals: Record<string, unknown>[] };
    return { text, steps: tools.map(({ name, state }) => `${name} ${state}`), proposals };
  }

  it('are sentences: what is longer is a text, and not divided in every way', async () => {
    const { text, steps } = await ask(`Set the price of ${VASE}${' and of it'.repeat(60)} to 15.50`);
    expect(steps).toEqual([]);
    expect(text).not.toContain('approve');
  });

  it.each([
    `Set the price of ${VASE} to 15.50`,
    `please change the price of the goods “${VASE}” to 15.50.`,
    `change ${VASE}'s price to 15.50`,
  ])('become a proposal with what stands there now: %s', async (question) => {
    const vase = (await goods()).find(({ title }) => title === VASE)!;
    const { text, steps, proposals } = await ask(question);
    expect(text).toBe('Here is the change as I understand it. Nothing is written until you approve it.');
    expect(steps).toEqual(['findGoods done', 'proposeGoodsChange done']);
    expect(proposals).toEqual([
      {
        uuid: expect.any(String),
        resource: 'goods',
        action: 'edit',
        record: vase.id,
        title: VASE,
        values: { price: '15.50' },
        before: { price: '12.00' },
        step: null,
        names: {},
        state: 'proposed',
        change: null,
        createTime: expect.any(Number),
      },
    ]);
    expect(await goods()).toContainEqual(vase);
  });

  it('are understood in Chinese, written when approved, and taken back', async () => {
    const chinese = staff(server, token, 'zh-cn');
    const { text, proposals } = await ask(`请把商品“${VASE}”的售价改为 9`, chinese);
    expect(text).toBe('我理解的修改如下。在您批准之前，不会写入任何内容。');
    const settle = async ({ path }: typeof approveProposal): Promise<unknown> =>
      (await server.request(`/api${path}`, { method: 'POST', json: { proposal: proposals[0]?.['uuid'] }, token })).body?.['data'];
    const price = async () => (await goods()).find(({ title }) => title === VASE)?.price;
    expect(await settle(approveProposal)).toEqual({ state: 'applied', change: expect.any(Number) });
    expect(await price()).toBe(900);
    expect(await settle(undoProposal)).toEqual({ state: 'undone', change: expect.any(Number) });
    expect(await price()).toBe(1200);
  });

  it('call a record by its name in the language of who asks', async () => {
    const names = ['en', 'zh-cn'] as const;
    const asked = names.map((language) => ask('Set the stock of “Biluochun, 50 g” to 81', staff(server, token, language)));
    const titles = (await Promise.all(asked)).map(({ proposals }) => proposals[0]?.['title']);
    expect(titles).toEqual(['Biluochun, 50 g', '碧螺春 50 克']);
  });

  it('delete only where the section is named, and show what would go', async () => {
    const { proposals } = await ask(`Delete the goods ${VASE}`);
    expect(proposals).toMatchObject([{ action: 'del', title: VASE, values: {}, before: { title: VASE, price: '12.00' } }]);
    expect((await ask('Delete my account')).proposals).toEqual([]);
  });

  it.each([
    [
      'en',
      `Take off sale the goods ${VASE}`,
      `Put on sale goods “${VASE}”`,
      'This cannot be done now: Pictures: Goods on sale need at least one picture',
    ],
    ['zh-cn', `把商品“${VASE}”下架`, `上架商品“${VASE}”`, '现在无法执行：'],
  ] as const)('send an event of the record’s life, or say what speaks against it: %s', async (language, able, unable, reason) => {
    const person = staff(server, token, language);
    const { steps, proposals } = await ask(able, person);
    expect(steps).toEqual(['findGoods done', 'proposeGoodsEvent done']);
    expect(proposals).toMatchObject([{ action: 'step', title: VASE, step: { event: 'takeOff' }, values: { status: 'off' } }]);
    const refused = await ask(unable, person);
    expect(refused.proposals).toEqual([]);
    expect(refused.text).toContain(reason);
  });

  it('propose nothing where it is not clear, not known, no value, or a question about how', async () => {
    const before = await goods();
    for (const [question, said] of [
      ['Set the price of Glaze to 3', 'Several records of “Goods” fit “Glaze”'],
      ['Set the price of Nothing like it to 3', 'I found no record called “Nothing like it”'],
      [`Set the price of ${VASE} to a lot`, 'That does not fit the field'],
      ['Set the colour of the sky to blue', ''],
    ] as const) {
      const { text, proposals } = await ask(question);
      expect(text).toContain(said);
      expect(proposals).toEqual([]);
    }
    expect(await goods()).toEqual(before);
  });

  it('are not proposed for whoever may not make them, and seen by nobody who may not see the section', async () => {
    const reader = await server.addAdmin('reader', ['chat/chat/index', 'goods/goods/index']);
    expect((await ask(`Set the price of ${VASE} to 1`, staff(server, reader.token))).proposals).toEqual([]);
    const stranger = await server.addAdmin('stranger', ['chat/chat/index']);
    const { text, steps, proposals } = await ask(`Set the price of ${VASE} to 1`, staff(server, stranger.token));
    expect([steps, proposals]).toEqual([[], []]);
    expect(text).not.toContain('12.00');
  });
});
