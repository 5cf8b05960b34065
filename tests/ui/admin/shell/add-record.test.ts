import { expect, it } from 'vitest';
import { openNewRecord } from '#ui/admin/shell/palette/open-new-record.ts';

const PATH = '/admin/goods/goods';

/** Tabs of which one section is open, whose form is free or not. */
function tabsWith(isFree: boolean) {
  const sent: unknown[] = [];
  const section = { getSnapshot: () => ({ can: () => isFree }), send: (event: unknown) => void sent.push(event) };
  const snapshot = {
    status: 'active',
    context: { tabs: [{ path: PATH, section: 'goods' }], activePath: PATH },
    children: new Proxy({}, { get: () => section }),
  };
  const tabs = {
    getSnapshot: () => snapshot,
    subscribe: () => ({ unsubscribe: () => {} }),
  };
  return { sent, way: { tabs, navigation: { send: () => {} }, path: PATH } as unknown as Parameters<typeof openNewRecord>[0] };
}

it('a record is added where the form is free, and told of where another one is in it', async () => {
  const free = tabsWith(true);
  expect(await openNewRecord(free.way)).toBe('opened');
  expect(free.sent).toMatchObject([{ type: 'collection.addRequested' }]);
  const taken = tabsWith(false);
  expect(await openNewRecord(taken.way)).toBe('taken');
  expect(taken.sent).toEqual([]);
});
