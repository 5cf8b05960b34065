/**
 * What was published of a section, one after the other: what each changed, two of them side by side, and the way back. A leaf of the
 * drawing desk; which design is drawn on next is told to its owner, the section designer. Source: wire protocol §5.18.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { chainedRenames } from '#domain/designer/chained-renames';
import { designDifference, type DesignDifference } from '#domain/designer/drawing/design-difference';
import type { Renames, SectionDesign } from '#domain/designer/section-design';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import { ofSubject, type DesignStart, type DesignSubject } from './designer.vocabulary.ts';

export interface SectionRevision {
  readonly id: number;
  readonly revision: number;
  readonly status: 'start' | 'success' | 'error' | 'delete';
  readonly design: SectionDesign;
  /** What was done to names since the one before. */
  readonly renames: Renames;
  /** Why it was refused, translated when it was; '' where it was not. */
  readonly error: string;
  /** Of who did it; '' where the account is gone. */
  readonly admin: string;
  /** Unix seconds. */
  readonly createTime: number;
}

export interface RevertWish {
  readonly subject: DesignSubject;
  readonly name: string;
  /** Of the draft that it takes the place of. */
  readonly version: number;
}

export type SectionRevisionsEvent =
  | { readonly type: 'revisions.opened' }
  | { readonly type: 'revisions.retried' }
  | { readonly type: 'revisions.closed' }
  /** Whose difference is looked at; null: of none. */
  | { readonly type: 'revision.chosen'; readonly id: number | null }
  | { readonly type: 'against.chosen'; readonly id: number }
  /** One draws on from it. */
  | { readonly type: 'revision.taken'; readonly id: number }
  | { readonly type: 'revert.requested' }
  | { readonly type: 'revert.confirmed'; readonly version: number }
  | { readonly type: 'revert.cancelled' };

interface SectionRevisionsInput {
  /** Of the section. */
  readonly name: string;
  readonly subject: DesignSubject;
  readonly owner: Owner<{ readonly type: 'design.reopened'; readonly start: DesignStart }>;
}

interface SectionRevisionsContext extends SectionRevisionsInput {
  /** The newest first. */
  readonly list: readonly SectionRevision[];
  readonly chosen: number | null;
  /** What the chosen one is beside; null: the one before it. */
  readonly against: number | null;
  /** Of the draft, while the former design takes its place. */
  readonly version: number;
  readonly failure: Failure | null;
}

type Listed = Pick<SectionRevisionsContext, 'list'>;
type Identified = { readonly id: number };

/** What was published since the section was begun, the newest first. */
function published({ list }: Listed): readonly SectionRevision[] {
  const end = list.findIndex(({ status }) => status === 'delete');
  return (end < 0 ? list : list.slice(0, end)).filter(({ status }) => status === 'success');
}

const find = ({ list }: Listed, id: number | null): SectionRevision | undefined => list.find((one) => one.id === id);

/** What was published before. */
const formerOf = ({ list }: Listed, id: number): SectionRevision | undefined =>
  published({ list: list.slice(list.findIndex((one) => one.id === id) + 1) })[0];

export const sectionRevisionsMachine = setup({
  types: {
    context: {} as SectionRevisionsContext,
    events: {} as SectionRevisionsEvent,
    input: {} as SectionRevisionsInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    loadRevisions: fromPromise<readonly SectionRevision[], Pick<RevertWish, 'name' | 'subject'>>(notProvided('loadRevisions')),
    /** Makes the design before the last publishing the draft. */
    revert: fromPromise<unknown, RevertWish>(notProvided('revert')),
  },
  guards: {
    isListed: ({ context }, { id }: { readonly id: number | null }) => id === null || find(context, id) !== undefined,
    isOther: ({ context }, { id }: Identified) => id !== context.chosen && find(context, id) !== undefined,
    hasFormer: ({ context }) => published(context).length > 1,
  },
  actions: {
    clear: assign({ list: [], chosen: null, against: null, failure: null }),
    setRevisions: assign((_, list: readonly SectionRevision[]) => ({ list, failure: null })),
    choose: assign((_, { id }: { readonly id: number | null }) => ({ chosen: id, against: null })),
    compare: assign((_, { id }: Identified) => ({ against: id })),
    setVersion: assign((_, { version }: { readonly version: number }) => ({ version, failure: null })),
    clearFailure: assign({ failure: null }),
    take: sendTo(
      ({ context }) => context.owner,
      ({ context: { name, subject } }, { id }: Identified) => ({
        type: 'design.reopened' as const,
        start: { from: 'revision' as const, name, ...ofSubject(subject), id },
      }),
    ),
    review: sendTo(
      ({ context }) => context.owner,
      ({ context: { name, subject } }) => ({
        type: 'design.reopened' as const,
        start: { from: 'section' as const, name, ...ofSubject(subject), isReviewed: true as const },
      }),
    ),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'sectionRevisions',
  context: ({ input }) => ({ ...input, list: [], chosen: null, against: null, version: 0, failure: null }),
  initial: 'closed',
  states: {
    closed: { on: { 'revisions.opened': { target: 'open', actions: 'clear' } } },
    open: {
      initial: 'loading',
      on: { 'revisions.closed': 'closed' },
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            id: 'loadRevisions',
            src: 'loadRevisions',
            input: ({ context: { name, subject } }) => ({ name, subject }),
            onDone: { target: 'shown', actions: { type: 'setRevisions', params: output } },
            onError: { target: 'unavailable', actions: SET_FAILURE },
          },
        },
        unavailable: { tags: 'failed', on: { 'revisions.retried': 'loading' } },
        shown: {
          on: {
            'revision.chosen': { guard: { type: 'isListed', params: payload }, actions: { type: 'choose', params: payload } },
            'against.chosen': { guard: { type: 'isOther', params: payload }, actions: { type: 'compare', params: payload } },
            'revision.taken': {
              guard: { type: 'isListed', params: payload },
              target: '#sectionRevisions.closed',
              actions: { type: 'take', params: payload },
            },
            'revert.requested': { guard: 'hasFormer', target: 'asking', actions: 'clearFailure' },
          },
        },
        asking: {
          on: {
            'revert.cancelled': { target: 'shown', actions: 'clearFailure' },
            'revert.confirmed': { target: 'reverting', actions: { type: 'setVersion', params: payload } },
          },
        },
        reverting: {
          tags: 'busy',
          invoke: {
            id: 'revert',
            src: 'revert',
            input: ({ context: { name, subject, version } }) => ({ name, subject, version }),
            onDone: { target: '#sectionRevisions.closed', actions: 'review' },
            onError: { target: 'asking', actions: SET_FAILURE },
          },
          // What was sent is done, whether or not anybody looks on.
          on: { 'revisions.closed': {} },
        },
      },
    },
  },
});

export type SectionRevisionsRef = ActorRefFrom<typeof sectionRevisionsMachine>;
type SectionRevisionsSnapshot = SnapshotFrom<typeof sectionRevisionsMachine>;

export interface Compared {
  readonly before: SectionRevision;
  readonly after: SectionRevision;
  readonly difference: DesignDifference;
}

/** What a revision changed of the one that was published before it; null for the first. */
export function changesOf(list: readonly SectionRevision[], id: number): Compared | null {
  const [before, after] = [formerOf({ list }, id), find({ list }, id)];
  return before && after ? { before, after, difference: designDifference(before.design, after.design, after.renames) } : null;
}

/** The chosen revision beside the one before it, or beside one that was chosen as well: the older one counts as before. Made anew each time. */
export function selectCompared({ context }: SectionRevisionsSnapshot): Compared | null {
  const { list, chosen, against } = context;
  const [one, other] = [find(context, chosen), find(context, against)];
  if (!one || !other) return chosen === null ? null : changesOf(list, chosen);
  const [before, after] = one.id < other.id ? [one, other] : [other, one];
  const between = list.filter(({ id, status }) => id > before.id && id <= after.id && (status === 'success' || id === after.id));
  const renames = chainedRenames(between.toReversed().map((each) => each.renames));
  return { before, after, difference: designDifference(before.design, after.design, renames) };
}
/** What a revert leads back to; undefined where there is nothing before. */
export const selectFormer = ({ context }: SectionRevisionsSnapshot): SectionRevision | undefined => published(context)[1];
export const selectSectionRevisionsIsLoading = (snapshot: SectionRevisionsSnapshot): boolean => snapshot.matches({ open: 'loading' });
export const selectSectionRevisionsIsUnavailable = (snapshot: SectionRevisionsSnapshot): boolean =>
  snapshot.matches({ open: 'unavailable' });
export const selectSectionRevisionsIsAsking = (snapshot: SectionRevisionsSnapshot): boolean => snapshot.matches({ open: 'asking' });
export const selectSectionRevisionsIsReverting = (snapshot: SectionRevisionsSnapshot): boolean => snapshot.matches({ open: 'reverting' });
export const selectSectionRevisionsIsShown = (snapshot: SectionRevisionsSnapshot): boolean => snapshot.matches({ open: 'shown' });
export const selectSectionRevisionsIsOpen = (snapshot: SectionRevisionsSnapshot): boolean => snapshot.matches('open');
