import type { Failure } from '#domain/base/failure';
import type { Choices } from '#domain/designer/plan-step';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import { fieldKeyOf, type DesignAct, type Drawing } from '#domain/designer/drawing/design-act';
import { beginHistory, rested, type DesignHistory } from '#domain/designer/drawing/design-history';
import { isSameDrawing, mergeDrawings } from '#domain/designer/drawing/design-merge';
import type { Side } from '#domain/table/record-changes';
import { toFailure, type Thrown } from '../base/failing.ts';
import type {
  DesignPlan,
  DesignStart,
  DesignState,
  DesignSubject,
  DesignView,
  DraftInput,
  DraftIssue,
  Drift,
  OpenDesign,
} from './designer.vocabulary.ts';

/** A drawing beside one's own: somebody else's, or what the program's own life has become. */
type Theirs = StoredDraft & { readonly of?: 'program' };

/** What the section designer remembers, and what is read off it. */
export interface DesignerContext {
  readonly start: DesignStart | null;
  readonly history: DesignHistory | null;
  /** As the server has the draft. */
  readonly kept: Drawing | null;
  /** As it is on its way to the server. */
  readonly sent: Drawing | null;
  /** What was sent since then without an answer: one of them may have arrived. */
  readonly lost: readonly Drawing[];
  /** As somebody else has kept it meanwhile. */
  readonly theirs: Theirs | null;
  readonly sides: Readonly<Record<string, Side>>;
  readonly published: SectionDesign | null;
  readonly state: DesignState;
  readonly drift: readonly Drift[];
  readonly version: number;
  /** Nothing can be drawn. */
  readonly isReadOnly: boolean;
  /** Of a life: names the program's own, over which it is drawn. */
  readonly over: string;
  readonly issues: readonly DraftIssue[];
  readonly plan: DesignPlan | null;
  readonly choices: Choices;
  /** The name of the table, typed by whoever publishes what loses values. */
  readonly typed: string;
  readonly key: string;
  readonly view: DesignView;
  /** Key of the field whose properties are shown; null: those of the section. */
  readonly chosen: string | null;
  readonly failure: Failure | null;
}

export const NOTHING_DRAWN: DesignerContext = {
  start: null,
  history: null,
  kept: null,
  sent: null,
  lost: [],
  theirs: null,
  sides: {},
  published: null,
  state: 'draft',
  drift: [],
  version: 0,
  isReadOnly: false,
  over: '',
  issues: [],
  plan: null,
  choices: {},
  typed: '',
  key: '',
  view: 'fields',
  chosen: null,
  failure: null,
};

const NO_DRAWING: Drawing = { design: { declaration: { fields: {} }, shape: {} } as unknown as SectionDesign, renames: NO_RENAMES };
export const nowIn = ({ history }: Pick<DesignerContext, 'history'>): Drawing => history?.now ?? NO_DRAWING;
export const storedIn = ({ published }: Pick<DesignerContext, 'published'>) => published?.declaration.fields ?? {};
export const isKept = (context: DesignerContext): boolean => context.kept !== null && isSameDrawing(nowIn(context), context.kept);
/** What was tried and touches no row loses nothing. */
export const isLosing = ({ plan }: Pick<DesignerContext, 'plan'>): boolean =>
  plan?.steps.some((step) => step.class === 'loses' && !(plan.isRehearsed && step.rows === 0)) ?? false;
export const subjectIn = ({ start }: Pick<DesignerContext, 'start'>): DesignSubject =>
  start !== null && 'subject' in start ? (start.subject ?? 'section') : 'section';
export const draftInput = (context: DesignerContext): DraftInput => ({
  subject: subjectIn(context),
  over: context.over,
  drawing: nowIn(context),
  version: context.version,
});

const fieldsOf = ({ design }: Drawing): Readonly<Record<string, unknown>> => design.declaration.fields;

/** What is chosen stays so as long as it is there. */
export const stillChosen = (chosen: string | null, now: Drawing): string | null =>
  chosen !== null && Object.hasOwn(fieldsOf(now), chosen) ? chosen : null;

/** Whoever turns to something else types something else. */
export const chosenNow = (context: DesignerContext, key: string | null): Partial<DesignerContext> => ({
  chosen: stillChosen(key, nowIn(context)),
  history: rested(context.history),
});

/** What is typed after the server has it is a step of its own. */
export const keptNow = ({ sent, history }: DesignerContext): Partial<DesignerContext> => ({
  kept: sent,
  lost: [],
  history: rested(history),
});

/** What is chosen after an act: a field that is new, one that is chosen by its new name, the next in the place of one that is gone. */
export function chosenAfter(act: DesignAct, before: Drawing, now: Drawing, chosen: string | null): string | null {
  const keys = Object.keys(fieldsOf(now));
  if (act.type === 'field.added') return keys.find((key) => !Object.hasOwn(fieldsOf(before), key)) ?? chosen;
  if (act.type === 'field.renamed' && act.key === chosen) return stillChosen(fieldKeyOf(act.name), now);
  if (act.type !== 'field.removed' || act.key !== chosen) return stillChosen(chosen, now);
  return keys[Math.min(Object.keys(fieldsOf(before)).indexOf(act.key), keys.length - 1)] ?? null;
}

/** A drawing as the server has it, with what stands beside it there. */
export type StoredDraft = Drawing & Pick<OpenDesign, 'version' | 'published' | 'state' | 'drift'>;
export const theirsOf = ({ error }: Thrown): StoredDraft | undefined => {
  const { failure } = toFailure(undefined, { error });
  return failure.kind === 'rejected' ? (failure.current as StoredDraft | undefined) : undefined;
};
export const thrown = ({ event }: { readonly event: Thrown }): Thrown => ({ error: event.error });

/** One of what was sent has arrived although its answer has not. */
export const isSent = ({ sent, lost }: Pick<DesignerContext, 'sent' | 'lost'>, theirs: Drawing | undefined): boolean =>
  theirs !== undefined && [...(sent ? [sent] : []), ...lost].some((one) => isSameDrawing(one, theirs));

/** What the server has is what one goes on from: its names as well, since what is renamed is told by the names that are published. */
export const asStored = ({ design, renames, version, published, state, drift }: StoredDraft): Partial<DesignerContext> => ({
  kept: { design, renames },
  lost: [],
  version,
  published,
  state,
  drift,
  issues: [],
});

/** What comes of looking at the program's is kept in any case: that it was looked at is what the server has to know. */
export const asTheirs = (theirs: Theirs): Partial<DesignerContext> => ({
  ...asStored(theirs),
  ...(theirs.of === 'program' && { kept: null }),
  theirs: null,
  sides: {},
});

export function mergedIn(context: DesignerContext): Partial<DesignerContext> {
  const { kept, theirs, sides } = context;
  if (!theirs) return {};
  const mine = nowIn(context);
  return { history: beginHistory(mergeDrawings({ loaded: kept ?? mine, mine, theirs }, sides)), ...asTheirs(theirs) };
}

/** So many are remembered: whoever is without a line draws on, and each act is tried to be kept. */
const LOST = 10;

/** A refusal is an answer: nothing of it has arrived. */
export const withLost = ({ lost, sent }: DesignerContext, error: Thrown): readonly Drawing[] =>
  sent === null || toFailure(undefined, error).failure.kind === 'rejected' ? lost : [...lost, sent].slice(-LOST);
