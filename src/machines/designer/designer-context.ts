import type { Failure } from '#domain/base/failure';
import type { Choices } from '#domain/designer/plan-step';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import type { Drawing } from '#domain/designer/drawing/design-act';
import type { DesignHistory } from '#domain/designer/drawing/design-history';
import { isSameDrawing } from '#domain/designer/drawing/design-merge';
import type { Side } from '#domain/table/record-changes';
import { toFailure } from '../base/failing.ts';
import type { DesignPlan, DesignStart, DraftInput, DraftIssue, Drift, SectionState } from './designer-vocabulary.ts';

/** What the section designer remembers, and what is read off it. */
export interface DesignerContext {
  readonly start: DesignStart | null;
  readonly history: DesignHistory | null;
  /** As the server has the draft. */
  readonly kept: Drawing | null;
  /** As it is on its way to the server. */
  readonly sent: Drawing | null;
  /** As somebody else has kept it meanwhile. */
  readonly theirs: (Drawing & { readonly version: number }) | null;
  readonly sides: Readonly<Record<string, Side>>;
  readonly published: SectionDesign | null;
  readonly state: SectionState;
  readonly drift: readonly Drift[];
  readonly version: number;
  readonly issues: readonly DraftIssue[];
  readonly plan: DesignPlan | null;
  readonly choices: Choices;
  /** The name of the table, typed by whoever publishes what loses values. */
  readonly typed: string;
  readonly key: string;
  readonly failure: Failure | null;
}

export const NOTHING: DesignerContext = {
  start: null,
  history: null,
  kept: null,
  sent: null,
  theirs: null,
  sides: {},
  published: null,
  state: 'draft',
  drift: [],
  version: 0,
  issues: [],
  plan: null,
  choices: {},
  typed: '',
  key: '',
  failure: null,
};

const NO_DRAWING: Drawing = { design: { declaration: { fields: {} }, shape: {} } as unknown as SectionDesign, renames: NO_RENAMES };
export const nowIn = ({ history }: Pick<DesignerContext, 'history'>): Drawing => history?.now ?? NO_DRAWING;
export const storedIn = ({ published }: Pick<DesignerContext, 'published'>) => published?.declaration.fields ?? {};
export const isKept = (context: DesignerContext): boolean => context.kept !== null && isSameDrawing(nowIn(context), context.kept);
export const isLosing = ({ plan }: Pick<DesignerContext, 'plan'>): boolean => plan?.steps.some((step) => step.class === 'loses') ?? false;
export const draftOf = (context: DesignerContext): DraftInput => ({ drawing: nowIn(context), version: context.version });

export interface Thrown {
  readonly error: unknown;
}
export type StoredDraft = Drawing & { readonly version: number };
export const theirsOf = ({ error }: Thrown): StoredDraft | undefined => {
  const { failure } = toFailure(undefined, { error });
  return failure.kind === 'rejected' ? (failure.current as StoredDraft | undefined) : undefined;
};
export const thrown = ({ event }: { readonly event: Thrown }): Thrown => ({ error: event.error });

export function asTheirs({ design, renames, version }: StoredDraft): Partial<DesignerContext> {
  return { kept: { design, renames }, theirs: null, sides: {}, version };
}
