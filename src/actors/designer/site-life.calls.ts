import type { Call } from '#api/client';
import * as siteLives from '#api/contract/designer/site-lives';
import { FailureError, rejection } from '#domain/base/failure';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import type { Drawing } from '#domain/designer/drawing/design-act';
import type { StoredDraft } from '#machines/designer/designer-context';
import type { DesignStart, DraftInput, KeptDraft, OpenDesign } from '#machines/designer/designer.vocabulary';
import type { RevertWish, SectionRevision } from '#machines/designer/section-revisions.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';

/** The server has written it itself. */
const drawingOf = (json: unknown): Drawing => ({ design: json as SectionDesign, renames: NO_RENAMES });

/** The life of a section of the program, to be drawn on: as it is drawn, or as it was once. */
export async function openLife(call: Call, start: DesignStart, signal: AbortSignal): Promise<OpenDesign> {
  const isFormer = start.from === 'revision';
  const told = await call(
    siteLives.readSiteLife,
    { name: start.name, ...(isFormer && { revision: start.id }) },
    { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS },
  );
  const { before, now } = told.program ?? {};
  return {
    drawing: drawingOf(told.design),
    ...(isFormer && { stored: drawingOf(told.drawn) }),
    isStored: !isFormer,
    published: drawingOf(told.published).design,
    version: told.version,
    over: told.over,
    state: told.state,
    drift: [],
    // Whoever takes a former life has chosen.
    ...(told.program && !isFormer && { program: { before: drawingOf(before), now: drawingOf(now) } }),
  };
}

/** @throws FailureError with the stored draft as `current` where somebody else has kept it since */
export async function keepLife(call: Call, { drawing, version, over }: DraftInput, signal: AbortSignal): Promise<KeptDraft> {
  const { name, life } = drawing.design.declaration;
  try {
    return await call(siteLives.saveSiteLife, { name, life, version, over }, { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS });
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw error;
    const stored = await call(siteLives.readSiteLife, { name }, { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS });
    if (stored.version === version || stored.over !== over) throw error;
    const { state } = stored;
    const current: StoredDraft = {
      ...drawingOf(stored.drawn),
      version: stored.version,
      published: drawingOf(stored.published).design,
      state,
      drift: [],
    };
    throw new FailureError({ ...error.failure, current: { ...current } });
  }
}

export async function loadLifeRevisions(call: Call, name: string, signal: AbortSignal): Promise<readonly SectionRevision[]> {
  const { list } = await call(siteLives.listSiteLifeRevisions, { name }, { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS });
  return list.map(({ revision, design, admin, create_time: createTime }) => ({
    id: revision,
    revision,
    status: 'success',
    design: drawingOf(design).design,
    renames: NO_RENAMES,
    error: '',
    admin,
    createTime,
  }));
}

/** The life before the last publishing becomes the draft. */
export async function revertLife(call: Call, { name, version }: RevertWish, signal: AbortSignal): Promise<void> {
  const [, former] = await loadLifeRevisions(call, name, signal);
  if (!former) throw rejection('designer.revisions.noFormer');
  const { over } = await call(siteLives.readSiteLife, { name }, { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS });
  const { life } = former.design.declaration;
  await call(siteLives.saveSiteLife, { name, life, version, over }, { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS });
}
