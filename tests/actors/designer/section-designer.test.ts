import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Call } from '#api/client';
import * as contract from '#api/contract/designer/designer';
import { sectionDesignerLogic } from '#actors/designer/section-designer.actors';
import { FailureError } from '#domain/base/failure';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { perform } from '#domain/designer/drawing/design-acts';
import { NO_RENAMES } from '#domain/designer/section-design';
import { selectDrawing, selectIssues } from '#machines/designer/section-designer.selectors';
import type { DesignStart } from '#machines/designer/designer.vocabulary';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { recorder } from '#tests/support/recorder.ts';

const blank = { design: blankDesign('ticket'), renames: NO_RENAMES };
const rename = { type: 'field.renamed', key: 'name', name: 'title' } as const;
const renamed = perform(blank, rename, blank.design.declaration.fields);
const older = perform(blank, { type: 'field.removed', key: 'updateTime' }, {});
const plan = { steps: [], hash: 'h', isRehearsed: true };
const refused = (fields?: Readonly<Record<string, string>>) =>
  new FailureError({ kind: 'rejected', code: 0, message: 'no', ...(fields && { fields }) });

const unsaved = (isUnsaved: boolean) => ({ type: 'page.unsavedChanged', path: '/admin/crud/crud', isUnsaved });

/** The designer with a server that has a section `ticket`, whose draft is of version 3. */
function open(
  start: DesignStart,
  { planned = plan, shell }: { readonly planned?: typeof plan | FailureError; readonly shell?: AdminShellRef } = {},
) {
  const tabs = recorder();
  const sent: unknown[] = [];
  let stored = 3;
  let isLost = false;
  let draft: Readonly<Record<string, unknown>> | null = null;
  const answer = async (endpoint: unknown, input: Readonly<Record<string, unknown>>, options?: { readonly idempotencyKey?: string }) => {
    switch (endpoint) {
      case contract.readSection:
        return { ...(draft ?? blank), section: { version: stored, state: 'live' }, published: blank.design, drift: [] };
      case contract.readLogged:
        return { design: { 7: older.design }[Number(input['id'])] };
      case contract.saveDraft:
        sent.push(input);
        if (input['version'] !== stored && !(isLost && draft === null)) throw refused();
        if (isLost && draft === null) {
          draft = input;
          stored = 1;
          throw new FailureError({ kind: 'timeout' });
        }
        stored += 1;
        return { version: stored, issues: [] };
      case contract.planSection:
        if (planned instanceof FailureError) throw planned;
        return planned;
      case contract.publishSection:
        sent.push([input, options?.idempotencyKey]);
        return { revision: 1 };
      default:
        throw new Error('nobody asked');
    }
  };
  const logic = sectionDesignerLogic({ call: answer as unknown as Call, tabsOf: () => tabs.ref as never, shellOf: () => shell });
  const designer = createActor(logic).start();
  designer.send({ type: 'design.started', start });
  const drawn = () => waitFor(designer, (snapshot) => snapshot.hasTag('drawing'));
  const keptByOther = () => void (stored = 9);
  const loseAnswer = () => void (isLost = true);
  return { designer, tabs, sent, drawn, keptByOther, loseAnswer };
}

const section = { from: 'section', name: 'ticket' } as const;

it('the designer begins with nothing, with a section, or with what was published of it once', async () => {
  const fresh = open({ from: 'blank', name: 'ticket', label: { en: 'Tickets' }, titleLabel: { en: 'Title' } });
  const { context } = await fresh.drawn();
  expect([context.history?.now.design.declaration.label, context.version, context.published]).toEqual([{ en: 'Tickets' }, 0, null]);
  const known = open(section);
  const opened = await known.drawn();
  expect([selectDrawing(opened), opened.context.version, opened.context.published]).toEqual([blank, 3, blank.design]);
  const former = open({ from: 'revision', name: 'ticket', id: 7 });
  expect(selectDrawing(await former.drawn()).design).toEqual(older.design);
});

it('the designer keeps what is drawn before it is planned, and publishes that plan and no other', async () => {
  const { designer, tabs, sent, drawn } = open(section);
  await drawn();
  designer.send(rename);
  designer.send({ type: 'plan.requested' });
  await waitFor(designer, (snapshot) => snapshot.matches('reviewing'));
  designer.send({ type: 'publish.confirmed', key: 'k' });
  await waitFor(designer, (snapshot) => snapshot.matches('published'));
  expect(sent).toEqual([
    { design: renamed.design, renames: { columns: { name: 'title' }, options: {} }, version: 3 },
    [{ name: 'ticket', version: 4, hash: 'h', choices: {} }, 'k'],
  ]);
  expect(tabs.heard).toEqual([unsaved(false), unsaved(true), unsaved(false)]);
});

/** Of an administrator with these rights to designs. */
const shellOf = (nodes: readonly string[]) =>
  ({
    getSnapshot: () => ({
      context: { start: { site: { urls: [] }, menu: { nodes: { '/admin/crud/crud': nodes } } }, route: { path: '' } },
    }),
  }) as unknown as AdminShellRef;

it('the designer draws nothing for whoever may only look at designs', async () => {
  const { designer, drawn, sent } = open(section, { shell: shellOf(['/admin/crud/crud/index']) });
  const opened = await drawn();
  expect([opened.context.isReadOnly, opened.can(rename)]).toEqual([true, false]);
  designer.send(rename);
  designer.send({ type: 'design.left' });
  expect([designer.getSnapshot().matches('choosing'), sent]).toEqual([true, []]);
  const other = open(section, { shell: shellOf(['/admin/crud/crud/index', '/admin/crud/crud/generate']) });
  expect((await other.drawn()).can(rename)).toBe(true);
});

it('the designer says what somebody else has kept since', async () => {
  const { designer, drawn, keptByOther } = open(section);
  await drawn();
  keptByOther();
  designer.send(rename);
  designer.send({ type: 'plan.requested' });
  const { context } = await waitFor(designer, (snapshot) => snapshot.matches('disputed'));
  expect(context.theirs).toEqual({ ...blank, version: 9, published: blank.design, state: 'live', drift: [] });
});

it('the designer finds the first draft of a section again whose answer was lost, and says no more of a name that is none', async () => {
  const { designer, drawn, loseAnswer } = open({ from: 'blank', name: 'ticket', label: { en: 'Tickets' }, titleLabel: { en: 'Title' } });
  loseAnswer();
  await drawn();
  await waitFor(designer, (snapshot) => snapshot.matches({ designing: 'unsaved' }), { timeout: 5000 });
  designer.send({ type: 'draft.retried' });
  const { context } = await waitFor(designer, (snapshot) => snapshot.matches({ designing: 'kept' }), { timeout: 5000 });
  expect([context.version, context.failure]).toEqual([1, null]);
});

it('the designer puts what keeps a draft from being published at its places', async () => {
  const { designer, drawn } = open(section, { planned: refused({ label: 'no title' }) });
  await drawn();
  designer.send({ type: 'plan.requested' });
  await waitFor(designer, (snapshot) => snapshot.hasTag('drawing') && selectIssues(snapshot).length > 0);
  expect(selectIssues(designer.getSnapshot())).toEqual([{ at: 'label', message: 'no title' }]);
});
