import { distinctUntilChanged, map } from 'rxjs';
import { fromCallback, fromPromise, type AnyActorRef } from 'xstate';
import type { Call } from '#api/client';
import { planSection, publishSection, readLogged, readSection, saveDraft } from '#api/contract/designer/designer';
import { planSiteLife, publishSiteLife } from '#api/contract/designer/site-lives';
import { FailureError } from '#domain/base/failure';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import { actionsOn, nodePath } from '#domain/rights/permission';
import type { StoredDraft } from '#machines/designer/designer-context';
import type { DesignerEvent, DesignStart, DraftInput, KeptDraft, OpenDesign, PlanAnswer } from '#machines/designer/designer.vocabulary';
import { selectIsUnkept } from '#machines/designer/section-designer.selectors';
import { sectionDesignerMachine, type SectionDesignerRef } from '#machines/designer/section-designer.machine';
import { permissionFacts, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import type { TabsRef } from '#machines/shell/tabs.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { snapshots } from '../base/snapshots.ts';
import { keepLife, openLife } from './site-life.calls.ts';

export interface SectionDesignerPorts {
  readonly call: Call;
  /** The strip that marks tabs with unsaved work. */
  readonly tabsOf: () => TabsRef | undefined;
  /** What the person may do; nobody is asked where the designer runs by itself. */
  readonly shellOf: () => AdminShellRef | undefined;
}

const PATH = nodePath('admin', 'crud/crud');

/** The section designer with its effects bound; it shows itself what is refused. */
export function sectionDesignerLogic({ call, tabsOf, shellOf }: SectionDesignerPorts): typeof sectionDesignerMachine {
  /** Whoever may only look at designs would draw what nobody keeps. */
  const isReadOnly = (): boolean => {
    const shell = shellOf();
    return shell !== undefined && !actionsOn(permissionFacts(shell.getSnapshot()).nodes, PATH).includes('generate');
  };
  const tellTab = (isUnsaved: boolean): void => tabsOf()?.send({ type: 'page.unsavedChanged', path: PATH, isUnsaved });
  return sectionDesignerMachine.provide({
    actors: {
      openDesign: fromPromise(async ({ input, signal }) => {
        const isLife = 'subject' in input && input.subject === 'life';
        return { ...(await (isLife ? openLife(call, input, signal) : openDesign(call, input, signal))), isReadOnly: isReadOnly() };
      }),
      saveDraft: fromPromise(({ input, signal }) => keep(call, input, signal)),
      makePlan: fromPromise(async ({ input: { isKept, choices, ...draft }, signal }) => {
        const kept = isKept ? null : await keep(call, draft, signal);
        if (kept && kept.issues.length > 0) return { draft: kept, plan: null };
        const { name } = draft.drawing.design.declaration;
        try {
          const options = { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS };
          const plan =
            draft.subject === 'life'
              ? await call(planSiteLife, { name }, options)
              : await call(planSection, { name, choices: { ...choices } }, options);
          return { draft: kept, plan };
        } catch (error) {
          return unfinished(error, kept?.version ?? draft.version);
        }
      }),
      publish: fromPromise(({ input: { key, choices, subject, ...wish }, signal }) => {
        // The page that follows says it, and what comes next.
        const options = { signal, idempotencyKey: key, quiet: true, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS };
        return subject === 'life'
          ? call(publishSiteLife, wish, options)
          : call(publishSection, { ...wish, choices: { ...choices } }, options);
      }),
      watchWork: fromCallback<DesignerEvent, { readonly designer: AnyActorRef }>(({ input }) => {
        const news = snapshots(input.designer as SectionDesignerRef)
          .pipe(map(selectIsUnkept), distinctUntilChanged())
          .subscribe(tellTab);
        return () => {
          news.unsubscribe();
          tellTab(false);
        };
      }),
    },
  });
}

const keep = (call: Call, draft: DraftInput, signal: AbortSignal): Promise<KeptDraft> =>
  draft.subject === 'life' ? keepLife(call, draft, signal) : keepDraft(call, draft, signal);

/** The server has read it by its schema, which would weigh more here than all that draws. */
const designOf = (json: unknown): SectionDesign => json as SectionDesign;

async function openDesign(call: Call, start: DesignStart, signal: AbortSignal): Promise<OpenDesign> {
  if (start.from === 'blank') {
    return {
      drawing: { design: blankDesign(start.name, start), renames: NO_RENAMES },
      isStored: false,
      published: null,
      version: 0,
      state: 'draft',
      drift: [],
    };
  }
  const { design, renames, ...stored } = await storedDraft(call, start.name, signal);
  const open = { drawing: { design, renames }, isStored: true, ...stored };
  if (start.from === 'section') return open;
  const former = await call(readLogged, { id: start.id }, { signal, quietErrors: true });
  // What was done to names since then nobody knows: columns of the same name go on.
  return { ...open, drawing: { design: designOf(former.design), renames: NO_RENAMES }, stored: open.drawing, isStored: false };
}

async function storedDraft(call: Call, name: string, signal: AbortSignal): Promise<StoredDraft> {
  const { section, design, renames, published, drift } = await call(
    readSection,
    { name },
    { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS },
  );
  const { version, state } = section;
  return { design: designOf(design), renames, published: published === null ? null : designOf(published), version, state, drift };
}

/** @throws FailureError with the stored draft as `current` where somebody else has kept it since */
async function keepDraft(call: Call, { drawing, version }: DraftInput, signal: AbortSignal): Promise<KeptDraft> {
  const { design, renames } = drawing;
  const columns = { ...renames.columns };
  const options = Object.fromEntries(Object.entries(renames.options).map(([column, map]) => [column, { ...map }]));
  try {
    return await call(
      saveDraft,
      { design, renames: { columns, options }, version },
      { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS },
    );
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw error;
    const { name } = design.declaration;
    const stored = await storedDraft(call, name, signal).catch((failed: unknown) => {
      // Where there is no such section the refusal was of something else.
      throw version === 0 ? error : failed;
    });
    if (stored.version === version) throw error;
    throw new FailureError({ ...error.failure, current: { ...stored } });
  }
}

/** A draft that cannot be published yet: what is wrong stands at its places. */
function unfinished(error: unknown, version: number): PlanAnswer {
  const fields = error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure.fields : undefined;
  if (!fields) throw error;
  return { draft: { version, issues: Object.entries(fields).map(([at, message]) => ({ at, message })) }, plan: null };
}
