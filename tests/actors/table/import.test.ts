import { describe, expect, it } from 'vitest';
import { createActor, createEmptyActor, waitFor } from 'xstate';
import { createFiles } from '#actors/base/files';
import { importLogic } from '#actors/table/import.actors';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { changeSet } from '#sections/change-set/change-set.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { MAX_IMPORT_BYTES } from '#domain/table/import-file';
import { rowsOfCsv } from '#tests/support/exported.ts';
import { createTestServer } from '#tests/support/server.ts';

const labels = { title: 'Title', categoryId: 'Category', price: 'Price', images: 'Images' };
const csv = (text: string | Uint8Array<ArrayBuffer>): File => new File([text], 'goods.csv', { type: 'text/csv' });

/** Dialogs over a server of their own. */
async function rig() {
  const server = await createTestServer();
  const { token } = await server.signIn();
  let keys = 0;
  const files = createFiles(() => `file-${(keys += 1)}`);
  const saved: { readonly name: string; readonly content: Blob }[] = [];
  const logic = importLogic({
    call: (endpoint, input, options) => server.call(endpoint, input as never, { ...options, token }),
    files,
    resourceOf: () => goods,
    saveFile: (name, content) => void saved.push({ name, content }),
  });
  const actor = createActor(logic, { input: { resource: 'goods', list: createEmptyActor() } }).start();
  const settled = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  const choose = (file: File) => {
    actor.send({ type: 'import.fileChosen', file: files.keep(file), labels });
    return settled();
  };
  const list = async () => (await server.call(resourceEndpoints(goods).list, { limit: 5 }, { token })).list ?? [];
  return { server, token, actor, saved, settled, choose, list };
}

describe('importing', () => {
  it('matches columns, verifies, says what is wrong by the lines of the file, and adds what is right', async () => {
    const { server, actor, settled, choose, list } = await rig();
    const category = String((await list())[0]?.['category_id']);
    const read = await choose(csv(`\uFEFFTitle,CATEGORY,price,Colour\r\n\r\nOolong,#${category},12.5,red\r\n\r\nPot,#${category},dear,`));
    expect(read.context.match).toEqual(['title', 'categoryId', 'price', null]);
    expect(read.context.glimpse).toMatchObject({ rowCount: 2, firstRows: [['Oolong', `#${category}`, '12.5', 'red'], expect.anything()] });
    actor.send({ type: 'import.verifyRequested' });
    const verified = await settled();
    expect(verified.value).toEqual({ reviewing: 'open' });
    expect(verified.context.verification).toEqual({
      count: 1,
      refusedRows: 1,
      refused: [{ line: 5, field: 'price', typed: 'dear', message: expect.any(String) as string }],
    });
    await choose(csv(`Title,Category,Price\nOolong,#${category},12.5\nPot,#${category},8`));
    actor.send({ type: 'import.verifyRequested' });
    expect((await settled()).value).toBe('verified');
    actor.send({ type: 'import.confirmed', key: 'import-1' });
    expect((await settled()).value).toEqual({ imported: 'done' });
    expect((await list()).slice(0, 2).map(({ title, price }) => [title, price])).toEqual([
      ['Oolong', '12.50'],
      ['Pot', '8.00'],
    ]);
    await server.close();
  });

  it('adds the other rows alone, as one write, where somebody goes on without those that are refused', async () => {
    const { server, token, actor, settled, choose, list } = await rig();
    const category = String((await list())[0]?.['category_id']);
    await choose(
      csv(`Title,Category,Price\nOolong,#${category},12.5\n\nPot,#${category},dear\nJug,Nothing called so,3\nMug,#${category},4`),
    );
    actor.send({ type: 'import.verifyRequested' });
    expect((await settled()).context.verification?.refused.map(({ line, typed }) => [line, typed])).toEqual([
      [4, 'dear'],
      [5, 'Nothing called so'],
    ]);
    actor.send({ type: 'import.othersChosen' });
    const { value, context } = await settled();
    expect([value, context.leftOut, context.verification]).toEqual(['verified', [4, 5], { count: 2, refusedRows: 0, refused: [] }]);
    const writes = async () => (await server.call(resourceEndpoints(changeSet).list, {}, { token })).total ?? 0;
    const before = await writes();
    actor.send({ type: 'import.confirmed', key: 'import-1' });
    expect((await settled()).value).toEqual({ imported: 'done' });
    expect((await list()).slice(0, 2).map(({ title }) => title)).toEqual(['Oolong', 'Mug']);
    expect(await writes()).toBe(before + 1);
    // Another look at the columns takes all rows again.
    await choose(csv(`Title,Category,Price\nCup,#${category},1`));
    expect(actor.getSnapshot().context.leftOut).toEqual([]);
    await server.close();
  });

  it('takes what spreadsheets write in Chinese systems, and refuses what is no such file', async () => {
    const { server, choose } = await rig();
    // “标题” and “茶” in GBK.
    const chinese = new Uint8Array([0xb1, 0xea, 0xcc, 0xe2, 0x0a, 0xb2, 0xe8]);
    expect((await choose(csv(chinese))).context.glimpse).toEqual({ header: ['标题'], firstRows: [['茶']], rowCount: 1 });
    const refused = async (file: File) => {
      const { value, context } = await choose(file);
      return [value, context.failure?.kind === 'rejected' && context.failure.message];
    };
    expect(await refused(csv('Title\r\n\r\n'))).toEqual([{ choosing: 'failed' }, 'tables.import.noRows']);
    expect(await refused(csv('Title\n"never closed'))).toEqual([{ choosing: 'failed' }, 'tables.import.unreadable']);
    expect(await refused(csv(`Title\n${'x\n'.repeat(5001)}`))).toEqual([{ choosing: 'failed' }, 'tables.import.tooManyRows']);
    expect(await refused(csv('x'.repeat(MAX_IMPORT_BYTES + 1)))).toEqual([{ choosing: 'failed' }, 'tables.import.tooLarge']);
    await server.close();
  });

  it('hands out the refused rows with why, to be corrected and imported by themselves', async () => {
    const { server, actor, saved, settled, choose, list } = await rig();
    const category = String((await list())[0]?.['category_id']);
    await choose(csv(`Title,Category,Price\nOolong,#${category},12.5\n"Pot, blue",#${category},dear\nJug,#0,=2`));
    actor.send({ type: 'import.verifyRequested' });
    expect((await settled()).value).toEqual({ reviewing: 'open' });
    actor.send({ type: 'import.refusedRequested', name: 'Goods to correct', reason: 'Why it was not added' });
    await waitFor(actor, (snapshot) => snapshot.matches({ reviewing: 'open' }));
    const [file] = saved;
    expect(file?.name).toBe('Goods to correct.csv');
    const rows = rowsOfCsv(await (file?.content ?? new Blob()).arrayBuffer());
    const { refused = [] } = actor.getSnapshot().context.verification ?? {};
    const messageOf = (line: number) =>
      refused
        .filter((place) => place.line === line)
        .map(({ field, message }) => `${labels[field as 'price']}: ${message}`)
        .join(' ');
    expect(rows).toEqual([
      ['Title', 'Category', 'Price', 'Why it was not added'],
      ['Pot, blue', `#${category}`, 'dear', messageOf(3)],
      ['Jug', '#0', '=2', messageOf(4)],
    ]);
    const again = await choose(new File([file?.content ?? ''], 'goods.csv'));
    expect(again.context.match).toEqual(['title', 'categoryId', 'price', null]);
    await server.close();
  });

  it('hands out a template whose headings are matched', async () => {
    const { server, actor, saved } = await rig();
    actor.send({ type: 'import.templateRequested', name: 'Goods template', labels });
    const [template] = saved;
    expect(template?.name).toBe('Goods template.csv');
    const [head] = rowsOfCsv(await (template?.content ?? new Blob()).arrayBuffer());
    expect(head?.slice(0, 3)).toEqual(expect.arrayContaining(['Images', 'Title']));
    await server.close();
  });
});
