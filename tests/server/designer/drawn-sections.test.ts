import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, waitFor, type ActorRefFrom } from 'xstate';
import type { Call } from '#api/client';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { sectionDesignerLogic } from '#actors/designer/section-designer.actors';
import { selectDrawing, selectIssues } from '#machines/designer/section-designer.selectors';
import type { DesignStart } from '#machines/designer/designer.vocabulary';
import type { sectionDesignerMachine } from '#machines/designer/section-designer.machine';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

type Designer = ActorRefFrom<typeof sectionDesignerMachine>;

async function publish(designer: Designer, key: string): Promise<void> {
  designer.send({ type: 'plan.requested' });
  await waitFor(designer, (snapshot) => snapshot.matches('reviewing') || snapshot.context.failure !== null, { timeout: 30_000 });
  expect([designer.getSnapshot().context.failure, selectIssues(designer.getSnapshot())]).toEqual([null, []]);
  designer.send({ type: 'publish.confirmed', key });
  await waitFor(designer, (snapshot) => snapshot.matches('published') || snapshot.hasTag('failed'), { timeout: 30_000 });
  expect(designer.getSnapshot().value).toBe('published');
}

describe.each(dealtKinds())('a section that is drawn by acts, on %s', (kind) => {
  let server: TestServer;
  let call: Call;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    const { token } = await server.signIn();
    call = (endpoint, input) => server.call(endpoint, input as never, { token });
  });
  afterAll(() => server.close());

  async function open(start: DesignStart): Promise<Designer> {
    const designer = createActor(sectionDesignerLogic({ call, tabsOf: () => undefined, shellOf: () => undefined })).start();
    designer.send({ type: 'design.started', start });
    await waitFor(designer, (snapshot) => snapshot.hasTag('drawing'));
    return designer;
  }
  const section = { from: 'section', name: 'ticket' } as const;

  it('works at once, keeps its values when it is drawn on, and is found as it was drawn', { timeout: 120_000 }, async () => {
    const label = { en: 'Tickets', 'zh-cn': '工单' };
    const first = await open({ from: 'blank', name: 'ticket', label, titleLabel: { en: 'Title' } });
    first.send({ type: 'field.added', piece: 'select', at: 2, label: { en: 'Size' } });
    first.send({ type: 'field.renamed', key: 'choice', name: 'size' });
    first.send({ type: 'field.added', piece: 'weigh', at: 9 });
    await publish(first, 'first-publishing');
    const { declaration } = selectDrawing(first.getSnapshot()).design;
    const calls = resourceEndpoints(declaration);
    await call(calls.add, { name: 'Cup', size: 'two' });

    const second = await open(section);
    expect(Object.keys(selectDrawing(second.getSnapshot()).design.declaration.fields)).toEqual([
      'id',
      'name',
      'size',
      'version',
      'createTime',
      'updateTime',
      'weigh',
    ]);
    second.send({ type: 'field.renamed', key: 'name', name: 'title' });
    second.send({ type: 'option.renamed', key: 'size', option: 'two', name: 'large' });
    second.send({ type: 'field.moved', key: 'size', to: 1 });
    await publish(second, 'second-publishing');
    const { list } = await call(resourceEndpoints(selectDrawing(second.getSnapshot()).design.declaration).list, {});
    expect(list).toEqual([expect.objectContaining({ title: 'Cup', size: 'large' })]);
  });
});
