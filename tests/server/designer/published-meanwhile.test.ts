import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as designer from '#api/contract/designer/designer';
import * as store from '#api/contract/modules/modules';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { Database } from '#server/db/base/database';
import { dealtKinds } from '#tests/support/dealt.ts';
import { shelfOf, sourceOf, withoutPublic } from '#tests/support/packages.ts';
import { createDesigning, labelled, TICKET, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const NOTE = ticketDesign(
  { name: 'note', controller: 'x.Note', table: 'x_note', label: labelled('note') },
  { ticketId: { kind: 'remoteSelect', of: 'ticket', label: labelled('ticket') } },
);

const nothing = (): Promise<unknown> => Promise.resolve();

/** Somebody who is signed in to this process. */
async function callsOf(server: TestServer) {
  const { token } = await server.signIn();
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  return { call, ...createDesigning(call) };
}

describe.each(dealtKinds())('what is published while a change waits for its turn, on %s', (kind) => {
  let first: TestServer;
  let second: TestServer;
  /** What others do between the call that changes a section and its transaction. */
  let meanwhile: () => Promise<unknown> = nothing;
  /** What holds answers of the database back from the second process. */
  let answered: () => Promise<unknown> = nothing;
  const waiting = (database: Database): Database => ({
    ...database,
    kysely: database.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await answered();
        return result;
      },
    }),
    async withoutTimeout(work) {
      await meanwhile();
      return database.withoutTimeout(work);
    },
  });

  beforeAll(async () => {
    const modules = { shelf: await shelfOf(withoutPublic(sourceOf('links'))) };
    first = await createTestServer({ kind, sampleData: false, modules });
    second = await createTestServer({ opened: first.database, wrap: waiting, modules });
  });
  afterAll(async () => {
    await second.app.close();
    await second.ports.jobs.stop();
    await first.close();
  });

  it('is known to a section whose fields name it', async () => {
    const [one, two] = [await callsOf(first), await callsOf(second)];
    await one.publish(ticketDesign());
    await two.draft(NOTE);
    const { hash } = await two.plan('note');
    const { section } = await two.read('note');
    await one.remove('ticket');
    // The call begins where nothing of its name runs.
    await second.app.designer.sync();
    meanwhile = () => one.publish(ticketDesign());
    expect(await two.call(designer.publishSection, { name: 'note', version: section.version, hash, choices: {} })).toEqual({ revision: 1 });
    meanwhile = nothing;
    const { id: ticketId = 0 } = (await two.call(resourceEndpoints(TICKET).add, { title: 'Cup', colour: 'green', size: 's' })) ?? {};
    const notes = resourceEndpoints(NOTE.declaration);
    await two.call(notes.add, { title: 'Of it', colour: 'green', size: 's', ticket_id: ticketId });
    expect((await two.call(notes.list, {})).list).toEqual([expect.objectContaining({ title: 'Of it', ticket_id: ticketId })]);
  });

  it('is not in the way of a module where it has gone', async () => {
    const [one, two] = [await callsOf(first), await callsOf(second)];
    const wish = { uid: 'links', version: '1.0.0', act: 'install' } as const;
    const { hash } = await two.call(store.planModule, wish);
    await one.call(store.applyModule, { ...wish, hash, isConsented: true });
    // The call begins where the module runs.
    await second.app.designer.sync();
    meanwhile = () => one.call(store.removeModule, { uid: 'links', records: 'delete', typed: 'links' });
    expect(await two.call(store.applyModule, { ...wish, hash, isConsented: true })).toEqual({ version: '1.0.0' });
    meanwhile = nothing;
    expect((await two.call(store.listModules, {})).list).toMatchObject([{ uid: 'links', state: 'installed', version: '1.0.0' }]);
  });

  it('is not run anew by what was read before', async () => {
    const [one, two] = [await callsOf(first), await callsOf(second)];
    const calls = resourceEndpoints(NOTE.declaration);
    await second.app.designer.sync();
    await two.call(calls.list, {});
    // A look that has read the counter and the sections, and goes on when the section is gone.
    const read = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    let answers = 0;
    answered = async () => {
      answers += 1;
      if (answers !== 2) return;
      read.resolve();
      await end.promise;
    };
    const look = second.app.designer.sync();
    await read.promise;
    await one.remove('note');
    await first.database.transaction((trx) => second.app.designer.syncIn(trx));
    end.resolve();
    await look;
    await expect(two.call(calls.list, {})).rejects.toThrow('http');
  });
});
