import type { Choice, Choices, Step } from '#domain/designer/plan-step';
import type { SectionDesign } from '#domain/designer/section-design';
import type { DesignAct, Drawing } from '#domain/designer/drawing/design-act';
import type { FirstTexts } from '#domain/designer/drawing/design-pieces';
import type { Side } from '#domain/table/record-changes';

/** The words of the section designer: what it is told, and what it asks its server. */

/** Where a section stands: it was never published, it works, it is hidden with its rows kept, its source folder has taken over. */
export type SectionState = 'draft' | 'live' | 'paused' | 'ejected';

/** What is drawn: a section, or of a section of the program its life alone. */
export type DesignSubject = 'section' | 'life';

/** Whose life runs: the program's, the site's, or the program's because it could not go on with the site's. */
export type SiteLifeState = 'program' | 'site' | 'stopped';
export type DesignState = SectionState | SiteLifeState;

/** Its number among the lives that a section of the program had. */
export const PROGRAM_LIFE = 0;

/** For the start of a design: that of a section needs no word for it. */
export const ofSubject = (subject: DesignSubject): { readonly subject?: 'life' } => (subject === 'life' ? { subject } : {});

/** What a section is drawn from. */
export type DesignStart =
  /** A section that there is: its draft, or what is published of it. Where it is reviewed, its plan is made at once. */
  | { readonly from: 'section'; readonly name: string; readonly subject?: 'life'; readonly isReviewed?: true }
  | ({ readonly from: 'blank'; readonly name: string } & FirstTexts)
  /** What was published of a section once. Of a life, 0 is the program's own. */
  | { readonly from: 'revision'; readonly name: string; readonly subject?: 'life'; readonly id: number };

export interface DraftIssue {
  /** `name`, `fields.<key>`, `unique.0`. */
  readonly at: string;
  /** Translated. */
  readonly message: string;
}

export interface KeptDraft {
  /** Two who draw one section do not overwrite each other. */
  readonly version: number;
  /** What keeps it from being published. */
  readonly issues: readonly DraftIssue[];
}

export interface OpenDesign {
  readonly drawing: Drawing;
  /** What the server has as the draft, or as what is published, where this drawing takes its place: one can go back to it. */
  readonly stored?: Drawing;
  /** Whether the server has exactly this drawing as its draft, or as what is published. */
  readonly isStored: boolean;
  /** What a plan begins with; null where nothing is. */
  readonly published: SectionDesign | null;
  /** Of the draft; 0 where there is none yet. */
  readonly version: number;
  readonly state: DesignState;
  /** How the table differs from what was published. */
  readonly drift: readonly Drift[];
  /** It may be looked at and not drawn on. */
  readonly isReadOnly?: boolean;
  /** Of a life: names the program's own, over which it is drawn. */
  readonly over?: string;
  /** The program's own life has changed since this one was put on it: what it was then, and what it is. */
  readonly program?: { readonly before: Drawing; readonly now: Drawing };
}

export interface Drift {
  readonly what: 'column' | 'constraint' | 'index' | 'trigger';
  readonly name: string;
  readonly expected: string | null;
  readonly found: string | null;
}

/** A step as it was tried on the rows that there are. */
export interface TriedStep extends Pick<Step, 'id' | 'class' | 'subject' | 'detail' | 'sql' | 'acts'> {
  readonly kind: string;
  /** Rows that it speaks of; null where it speaks of none, or where they could not be counted. */
  readonly rows: number | null;
  /** Rows whose value reads otherwise afterwards. */
  readonly converted: number;
  /** Rows whose value comes back from a column that waits. */
  readonly returned: number;
  /** Rows that stop it as things are chosen. */
  readonly stopping: number;
  /** Ids of the first rows that it speaks of. */
  readonly examples: readonly number[];
}

export interface DesignPlan {
  readonly steps: readonly TriedStep[];
  /** Names exactly this plan. */
  readonly hash: string;
  /** Whether it was tried, or rows were only counted because there are too many. */
  readonly isRehearsed: boolean;
}

/** A draft with what is needed to keep it. */
export interface DraftInput {
  readonly subject: DesignSubject;
  /** Of a life: names the program's own. */
  readonly over: string;
  readonly drawing: Drawing;
  readonly version: number;
}

export interface PlanInput extends DraftInput {
  /** Whether the server has the drawing as it is. */
  readonly isKept: boolean;
  readonly choices: Choices;
}

export interface PlanAnswer {
  readonly draft: KeptDraft | null;
  /** Null where the draft cannot be published: its issues say why. */
  readonly plan: DesignPlan | null;
}

export interface PublishInput {
  readonly subject: DesignSubject;
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  readonly choices: Choices;
  /** Made for this publishing, so that one that is repeated is done once. */
  readonly key: string;
}

/** What of a drawing is looked at. */
export const DESIGN_VIEWS = ['fields', 'life', 'form', 'list', 'table'] as const;
export type DesignView = (typeof DESIGN_VIEWS)[number];

export type DesignerEvent =
  | { readonly type: 'design.started'; readonly start: DesignStart }
  | DesignAct
  /** Whose properties are shown; null: those of the section. */
  | { readonly type: 'field.chosen'; readonly key: string | null }
  | { readonly type: 'view.chosen'; readonly view: DesignView }
  | { readonly type: 'design.undone' }
  | { readonly type: 'design.redone' }
  | { readonly type: 'design.left' }
  /** Another design of the section is drawn on. */
  | { readonly type: 'design.reopened'; readonly start: DesignStart }
  | { readonly type: 'draft.retried' }
  /** What could not be kept is given up. */
  | { readonly type: 'draft.dropped' }
  | { readonly type: 'side.chosen'; readonly place: string; readonly side: Side }
  | { readonly type: 'merge.accepted' }
  | { readonly type: 'theirs.taken' }
  | { readonly type: 'plan.requested' }
  | { readonly type: 'choice.made'; readonly step: string; readonly choice: Choice }
  | { readonly type: 'name.typed'; readonly text: string }
  | { readonly type: 'publish.confirmed'; readonly key: string }
  | { readonly type: 'publish.refused' }
  /** What nobody has answered is sent again, as the same publishing. */
  | { readonly type: 'publish.retried' }
  | { readonly type: 'design.resumed' };
