import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreDeleted } from '#api/contract/changes/data-safety';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { parseResource } from '#api/contract/table/resource-schema';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import type { Resource } from '#domain/table/resource';
import { admin } from '#sections/admin/admin.resource.ts';
import { dataRecycle } from '#sections/data-recycle/data-recycle.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { diaryJson } from '#tests/support/specimens.ts';

const diary = parseResource(JSON.parse(diaryJson('personal')));

/** A note is about an entry of a diary, of which everybody sees their own, and goes on naming who asked for it. */
const note: Resource = {
  name: 'note',
  controller: 'lab.Note',
  table: 'lab_note',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '便条', en: 'Note' },
  bin: 'fromNow',
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    entryId: { kind: 'remoteSelect', of: 'diary' },
    askerId: { kind: 'remoteSelect', of: 'admin', outlivesRecord: true },
    version: { kind: 'version' },
  },
};
const NODES = ['diary', 'note'].flatMap((name) => ['index', 'add', 'edit', 'del'].map((action) => `lab/${name}/${action}`));

describe.each(dealtKinds())('what a record has named before, on %s,', (kind) => {
  let server: TestServer;
  let token: string;
  let clerk: Awaited<ReturnType<TestServer['addAdmin']>>;
  const [notes, entries, admins] = [resourceEndpoints(note), resourceEndpoints(diary), resourceEndpoints(admin)];
  const { undo } = resourceWriteEndpoints(note);
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const asClerk: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token: clerk.token });
  const read = async (id: number) => (await call(notes.read, { id })).row;

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [...SHIPPED_RESOURCES, diary, note],
      async prepare(database) {
        for (const one of [diary, note]) await createResourceTable(database, one);
        const rules = NODES.map((name) => ({ name, title: name, type: 'button' as const, create_time: 0, update_time: 0 }));
        await database.kysely.insertInto('admin_rule').values(rules).execute();
      },
    });
    ({ token } = await server.signIn());
    clerk = await server.addAdmin('clerk', NODES);
    await call(resourceEndpoints(dataRecycle).add, { name: 'notes', controller: 'lab/Note', status: '1' });
  });
  afterAll(() => server.close());

  /** A note that was deleted, and who asked for it as well. */
  async function orphaned() {
    const entry = (await call(entries.add, { title: 'Entry' }))?.id ?? 0;
    const { id: asker } = await server.addAdmin(`asker${String(entry)}`, []);
    const id = (await call(notes.add, { title: 'Asked', entry_id: entry, asker_id: asker }))?.id ?? 0;
    await call(admins.remove, { ids: [asker] });
    return { id, asker, change: (await call(notes.remove, { ids: [id] }))?.change ?? 0 };
  }

  it('comes back with it by an undo, though who is named is gone for good', async () => {
    const { id, asker, change } = await orphaned();
    await call(undo, { change });
    expect(await read(id)).toMatchObject({ asker_id: asker });
  });

  it('comes back with it from the recycle bin as well, where nobody may be named anew who is gone', async () => {
    const { id, asker } = await orphaned();
    const other = await orphaned();
    const entry = await server.database.kysely
      .selectFrom('recycle_entry')
      .select('id')
      .where('resource', '=', 'note')
      .where('record_id', '=', id)
      .executeTakeFirstOrThrow();
    const renamed = { ids: [entry.id], isDryRun: true, values: { [entry.id]: { asker_id: other.asker } } };
    expect((await call(restoreDeleted, renamed))?.refused).toMatchObject([{ reason: 'relationGone', fields: ['asker_id'] }]);
    expect((await call(restoreDeleted, { ids: [entry.id] }))?.refused).toEqual([]);
    expect(await read(id)).toMatchObject({ asker_id: asker });
  });

  it('stays where somebody saves it who could not choose that, and comes back when they take their write back', async () => {
    const [theirs, own] = [
      (await call(entries.add, { title: 'Of others' }))?.id ?? 0,
      (await asClerk(entries.add, { title: 'Own' }))?.id ?? 0,
    ];
    const id = (await call(notes.add, { title: 'About', entry_id: theirs }))?.id ?? 0;
    const whole = { id, title: 'About it', entry_id: theirs };
    await asClerk(notes.save, whole);
    expect(await read(id)).toMatchObject({ title: 'About it', entry_id: theirs });

    const moved = await asClerk(notes.save, { ...whole, entry_id: own });
    await expect(asClerk(notes.save, whole)).rejects.toThrow('does not exist');
    await asClerk(undo, { change: moved?.change ?? 0 });
    expect(await read(id)).toMatchObject({ entry_id: theirs });

    const removed = await asClerk(notes.remove, { ids: [id] });
    await asClerk(undo, { change: removed?.change ?? 0 });
    expect(await read(id)).toMatchObject({ title: 'About it', entry_id: theirs });
  });
});
