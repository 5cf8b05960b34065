import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as designer from '#api/contract/designer/designer';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { manifestText } from '#server/features/designer/source/manifest';
import { planned } from '#server/features/designer/source/planned-ejection';
import { readDesign } from '#server/features/designer/source/read-design';
import { readSectionFolder } from '#server/features/designer/source/read-folder';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createDesigning, labelled, TICKET, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const size = (options: readonly string[]) => ({ ...TICKET.fields['size'], options });
/** The colour under another name, the sizes in other words. */
const renamed = (colour: string, options: readonly string[], own: object = {}): SectionDesign =>
  ticketDesign(own, { colour: null, [colour]: TICKET.fields['colour']!, size: size(options) });

const goneIn = ([row = {}]: readonly Record<string, unknown>[]): string => Object.keys(row).find((name) => name.startsWith('gone_')) ?? '';

interface Place {
  readonly server: TestServer;
  readonly call: TestServer['call'];
  readonly by: ReturnType<typeof createDesigning>;
}

async function open(kind: Parameters<typeof createTestServer>[0]): Promise<Place> {
  const server = await createTestServer(kind);
  const { token } = await server.signIn();
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  return { server, call, by: createDesigning(call) };
}

describe.each(dealtKinds())('a design that is carried to another installation, on %s', (kind) => {
  let [here, there]: readonly Place[] = [];
  const sections = mkdtempSync(join(tmpdir(), 'sections-'));
  beforeAll(async () => {
    here = await open({ kind, sampleData: false });
    there = await open({ kind, sampleData: false });
  });
  afterAll(async () => {
    rmSync(sections, { recursive: true });
    await here?.server.close();
    await there?.server.close();
  });

  /** As it is saved as a file. */
  const exported = async (): Promise<string> =>
    JSON.stringify((await here!.call(designer.exportDesign, { name: 'ticket' })).design, null, 2);
  /** As the page takes a file. */
  async function imported(file: string, { call, by } = there!) {
    const { list } = await call(designer.listSections, {});
    const version = list.find(({ name }) => name === 'ticket')?.version ?? 0;
    await call(designer.saveDraft, { design: JSON.parse(file), renames: NO_RENAMES, version });
    return by.read('ticket');
  }
  async function publishDraft({ call, by } = there!) {
    const { section } = await by.read('ticket');
    const { hash, steps } = await by.plan('ticket');
    await call(designer.publishSection, { name: 'ticket', version: section.version, hash, choices: {} });
    return steps.map(({ id, class: risk }) => [id, risk]);
  }
  const rows = async ({ server } = there!) =>
    (await sql<Record<string, unknown>>`select * from x_ticket order by id`.execute(server.database.kysely)).rows;

  it('says nothing of names while nothing was done to any, and begins a section elsewhere', async () => {
    await here!.by.publish(ticketDesign());
    const file = await exported();
    expect(Object.keys(JSON.parse(file) as object)).toEqual(['declaration', 'shape']);
    expect((await imported(file)).renames).toEqual(NO_RENAMES);
    await publishDraft();
    await there!.call(resourceEndpoints(TICKET).add, { title: 'Cup', colour: 'green', size: 's' });
  });

  it('keeps all values of the section that is there, over several publications and a draft', async () => {
    const [before] = await rows();
    await here!.by.publish(renamed('tint', ['small', 'm', 'l']), { columns: { colour: 'tint' }, options: { size: { s: 'small' } } });
    await here!.by.draft(renamed('shade', ['tiny', 'm', 'l']), { columns: { tint: 'shade' }, options: { size: { small: 'tiny' } } });
    const { renames, design } = await imported(await exported());
    expect(renames).toEqual({ columns: { colour: 'shade' }, options: { size: { s: 'tiny' } } });
    expect(Object.keys(design as object)).toEqual(['declaration', 'shape']);
    expect(await publishDraft()).toEqual([
      ['dropObject:check:size', 'safe'],
      ['renameColumn:shade', 'safe'],
      ['setOptions:size', 'safe'],
    ]);
    const { colour, ...rest } = before!;
    expect(await rows()).toEqual([{ ...rest, shade: colour, size: 'tiny' }]);
  });

  it('finds the section where somebody has given it other titles and fields of its own, and went on to rename', async () => {
    const [before] = await rows();
    const own = { label: labelled('Calls') };
    const drawn = renamed('hue', ['tiny', 'm', 'l'], own);
    const note = { kind: 'string', maxLength: 40, label: labelled('Note') } as const;
    await there!.by.publish(
      { ...drawn, declaration: { ...drawn.declaration, fields: { ...drawn.declaration.fields, note } } },
      { columns: { shade: 'hue' }, options: {} },
    );
    await here!.by.publish(renamed('paint', ['tiny', 'm', 'l']), { columns: { tint: 'paint' }, options: { size: { small: 'tiny' } } });
    const { renames } = await imported(await exported());
    expect(renames).toEqual({ columns: { hue: 'paint' }, options: {} });
    expect(await publishDraft()).toEqual([
      ['dropColumn:note', 'loses'],
      ['renameColumn:paint', 'safe'],
    ]);
    const { shade, ...rest } = before!;
    expect(await rows()).toEqual([{ ...rest, paint: shade, [goneIn(await rows())]: '' }]);
  });

  it('counts what somebody has written by hand before what it was called', async () => {
    const file = JSON.parse(await exported()) as object;
    const drawn = renamed('colour', ['tiny', 'm', 'l']);
    await here!.by.draft(drawn, { columns: { paint: 'colour' }, options: {} });
    const told = { columns: { paint: 'colour' } };
    const { renames } = await imported(JSON.stringify({ ...file, ...drawn, renames: told }), here);
    expect(renames).toEqual({ columns: { paint: 'colour' }, options: {} });
  });

  it('brings the folder of an earlier version on, as often as it is written before anybody starts it', async () => {
    /** As the command does it. */
    async function write(file: string) {
      const lying = await readSectionFolder(join(sections, 'ticket'), 'ticket');
      const { fates, steps, manifest } = planned(readDesign(JSON.parse(file)), lying, SHIPPED_RESOURCES, false);
      mkdirSync(join(sections, 'ticket'), { recursive: true });
      for (const { path, text } of fates) writeFileSync(join(sections, 'ticket', path), text);
      writeFileSync(join(sections, 'ticket', '.ejected.json'), manifestText(manifest));
      return steps.map(({ id }) => id);
    }
    expect(await write(JSON.stringify(ticketDesign()))).toEqual([]);
    await here!.by.draft(renamed('grade', ['tiny', 'm', 'l']), { columns: { paint: 'grade' }, options: {} });
    expect(await write(await exported())).toEqual(['dropObject:check:size', 'renameColumn:grade', 'setOptions:size']);
    await here!.by.draft(renamed('rank', ['tiny', 'm', 'l']), { columns: { paint: 'rank' }, options: {} });
    expect(await write(await exported())).toEqual(['renameColumn:rank']);
    const { steps = {} } = await readSectionFolder(join(sections, 'ticket'), 'ticket');
    expect(Object.values(steps).slice(1).flat()).toEqual(
      expect.arrayContaining(['alter table x_ticket rename column colour to grade', 'alter table x_ticket rename column grade to rank']),
    );
  });

  it.each([
    ['a fingerprint that is none', { designs: ['x'], columns: {}, renames: {} }],
    ['a column that no table has', { designs: [], columns: { 'a; drop table token': [] }, renames: {} }],
    ['options that are no list', { designs: [], columns: { colour: 'red' }, renames: {} }],
    ['renames that are none', { designs: [], columns: {}, renames: { columns: { colour: 7 } } }],
    [
      'more columns than a table has',
      { designs: [], columns: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`column_${at}`, []])), renames: {} },
    ],
    ['more than it has', { designs: [], columns: {}, renames: {}, statement: 'drop table token' }],
  ])('is refused with %s, and the draft stays', async (_, earlier) => {
    const before = await there!.by.read('ticket');
    await expect(imported(JSON.stringify({ ...ticketDesign(), earlier: [earlier] }))).rejects.toThrow('`earlier`');
    await expect(imported(JSON.stringify({ ...ticketDesign(), earlier: {} }))).rejects.toThrow('`earlier`');
    expect(() => readDesign({ ...ticketDesign(), earlier: [earlier] })).toThrow('`earlier`');
    expect(await there!.by.read('ticket')).toEqual(before);
  });
});
