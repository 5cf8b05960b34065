import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as designer from '#api/contract/designer/designer';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import type { SectionDesign } from '#domain/designer/section-design';
import { manifestOf, manifestText } from '#server/features/designer/source/manifest';
import { readSource } from '#server/features/designer/source/section-source';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const label = { en: 'Tickets', 'zh-cn': '工单' };
const design = blankDesign('ticket', { label, titleLabel: { en: 'Title' } });

describe('the source of a section that was designed', () => {
  let server: TestServer;
  let token: string;
  const folder = mkdtempSync(join(tmpdir(), 'sections-'));
  beforeAll(async () => {
    server = await createTestServer({ sampleData: false });
    ({ token } = await server.signIn());
    await publish(design, 0);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server.close();
  });

  async function publish(drawn: SectionDesign, version: number, columns: Record<string, string> = {}): Promise<void> {
    const draft = await server.call(designer.saveDraft, { design: drawn, version, renames: { columns, options: {} } }, { token });
    const { hash } = await server.call(designer.planSection, { name: 'ticket' }, { token });
    await server.call(designer.publishSection, { name: 'ticket', version: draft.version, hash }, { token });
  }

  it('is told to super administrators alone, and nothing is written', async () => {
    const source = await server.call(designer.sectionSource, { name: 'ticket' }, { token });
    expect([source.folder, source.steps]).toEqual(['src/sections/ticket', []]);
    expect(source.files.map(({ path, fate }) => [path, fate])).toEqual([
      ['ticket.resource.ts', 'new'],
      ['ticket.migration.ts', 'new'],
      ['zh-cn.json', 'new'],
      ['en.json', 'new'],
      ['ticket.test.ts', 'new'],
    ]);
    expect(source.files[1]?.text).toContain('create table x_ticket');
    const clerk = await server.addAdmin('clerk', ['crud/crud/index', 'crud/crud/generate', 'crud/crud/delete']);
    await expect(server.call(designer.sectionSource, { name: 'ticket' }, { token: clerk.token })).rejects.toThrow('permission');
    await expect(server.call(designer.sectionSource, { name: 'nothing' }, { token })).rejects.toThrow('There is no section nothing');
    // What is no name leads to no folder.
    for (const name of ['../../docs', 'Ticket', 'a/b', 'x'.repeat(42), ''])
      await expect(server.call(designer.sectionSource, { name }, { token })).rejects.toThrow('The parameter name is not right.');
  });

  it('stands beside what lies there: changes by hand stay, and renames are those of the publications since', async () => {
    const { files } = await readSource({ ...server.ports, resources: server.app.resources }, 'ticket', 'open', folder);
    mkdirSync(join(folder, 'ticket'));
    for (const { path, text } of files)
      writeFileSync(join(folder, 'ticket', path), path === 'en.json' ? text.replace('Tickets', 'Calls') : text);
    writeFileSync(join(folder, 'ticket', '.ejected.json'), manifestText(manifestOf(design, files)));
    const { version } = (await server.call(designer.readSection, { name: 'ticket' }, { token })).section;
    const { name: title, ...fields } = design.declaration.fields;
    const renamed = { ...design, declaration: { ...design.declaration, titleField: 'subject', fields: { ...fields, subject: title! } } };
    await publish(renamed, version, { name: 'subject' });
    const source = await readSource({ ...server.ports, resources: server.app.resources }, 'ticket', 'open', folder);
    expect(source.files.map(({ path, fate }) => [path, fate])).toEqual([
      ['ticket.resource.ts', 'written'],
      ['ticket.migration.ts', 'written'],
      ['zh-cn.json', 'written'],
      ['en.json', 'merged'],
      ['ticket.test.ts', 'written'],
    ]);
    expect(source.files.find(({ path }) => path === 'en.json')?.text).toContain('Calls');
    expect(source.steps).toEqual([{ id: 'renameColumn:subject', class: 'safe', detail: 'name' }]);
  });
});
