/**
 * A design that begins with what there is: a table of the database, a statement, a design of the log, a section of the program. A leaf of the designer's first page;
 * the draft that comes of it is told to its owner, the section designer. Source: wire protocol §5.18.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { fieldRefusal, type Failure } from '#domain/base/failure';
import type { SectionDesign } from '#domain/designer/section-design';
import type { Texts } from '#domain/fields/kinds/base/declared';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import type { DesignStart } from './designer.vocabulary.ts';

/** Where a design comes in. */
export type OriginDoor = 'table' | 'statement' | 'log' | 'section';

export interface TableOrigin {
  readonly table: string;
  readonly comment: string;
  /** Counted up to a bound; null where nothing was counted. */
  readonly rows: number | null;
  readonly hasMore: boolean;
  /** Columns that can be fields, and those that stay as they are. */
  readonly columns: number;
  readonly left: number;
  /** Why it cannot be taken, translated; '' where it can. */
  readonly reason: string;
}

export interface LoggedDesign {
  readonly id: number;
  readonly section: string;
  readonly label: Texts;
  readonly table: string;
  readonly revision: number;
  readonly status: 'start' | 'success' | 'error' | 'delete';
  /** Why it was refused, translated when it was; '' where it was not. */
  readonly error: string;
  /** Of who published it; '' where the account is gone. */
  readonly admin: string;
  /** Unix seconds. */
  readonly createTime: number;
}

export interface ProgramSection {
  readonly name: string;
  readonly label: Texts;
  readonly fields: number;
}

export type Origins =
  | { readonly door: 'table'; readonly list: readonly TableOrigin[] }
  | { readonly door: 'log'; readonly list: readonly LoggedDesign[]; readonly hasMore: boolean }
  | { readonly door: 'section'; readonly list: readonly ProgramSection[] };

export type OriginWish =
  | { readonly door: 'table'; readonly table: string }
  | { readonly door: 'statement'; readonly sql: string }
  | { readonly door: 'log'; readonly id: number }
  | { readonly door: 'section'; readonly name: string };

export interface LeftColumnText {
  readonly column: string;
  /** Why no field can hold it, translated. */
  readonly reason: string;
}

export type OriginAnswer =
  /** A section that there is already. */
  | { readonly is: 'section'; readonly start: DesignStart }
  | { readonly is: 'design'; readonly design: SectionDesign; readonly left: readonly LeftColumnText[] };

type Found = Extract<OriginAnswer, { readonly is: 'design' }>;

export type DesignOriginsEvent =
  | { readonly type: 'origin.requested'; readonly door: OriginDoor }
  | { readonly type: 'origin.retried' }
  | { readonly type: 'origin.searched'; readonly text: string }
  | { readonly type: 'table.chosen'; readonly table: string }
  | { readonly type: 'log.chosen'; readonly id: number }
  | { readonly type: 'section.chosen'; readonly name: string }
  | { readonly type: 'statement.typed'; readonly text: string }
  | { readonly type: 'statement.confirmed' }
  /** That some columns stay out was read. */
  | { readonly type: 'origin.accepted' }
  | { readonly type: 'origin.returned' }
  | { readonly type: 'origin.cancelled' };

interface DesignOriginsInput {
  readonly owner: Owner<{ readonly type: 'design.started'; readonly start: DesignStart }>;
}

interface DesignOriginsContext extends DesignOriginsInput {
  readonly door: OriginDoor;
  readonly origins: Origins | null;
  /** What is looked for among them. */
  readonly text: string;
  /** Kept while the dialog is closed: a statement is long. */
  readonly sql: string;
  readonly wish: OriginWish;
  readonly found: Found | null;
  readonly failure: Failure | null;
}

const NO_DESIGN = {} as SectionDesign;
const NO_WISH: OriginWish = { door: 'statement', sql: '' };

const REFUSED = [
  { guard: 'isStatement', target: 'writing', actions: SET_FAILURE },
  { target: 'choosing', actions: SET_FAILURE },
] as const;

export const designOriginsMachine = setup({
  types: {
    context: {} as DesignOriginsContext,
    events: {} as DesignOriginsEvent,
    input: {} as DesignOriginsInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    loadOrigins: fromPromise<Origins, { readonly door: OriginDoor }>(notProvided('loadOrigins')),
    readOrigin: fromPromise<OriginAnswer, OriginWish>(notProvided('readOrigin')),
    /** Keeps a design as a draft that is new. */
    keepDraft: fromPromise<unknown, { readonly design: SectionDesign }>(notProvided('keepDraft')),
  },
  guards: {
    asksStatement: (_, { door }: { readonly door: OriginDoor }) => door === 'statement',
    isStatement: ({ context }) => context.door === 'statement',
    hasStatement: ({ context }) => context.sql.trim() !== '',
    canBeTaken: ({ context: { origins } }, { table }: { readonly table: string }) =>
      origins?.door === 'table' && origins.list.some((one) => one.table === table && one.reason === ''),
    isLogged: ({ context: { origins } }, { id }: { readonly id: number }) =>
      origins?.door === 'log' && origins.list.some((one) => one.id === id),
    isProgram: ({ context: { origins } }, { name }: { readonly name: string }) =>
      origins?.door === 'section' && origins.list.some((one) => one.name === name),
    isSection: (_, answer: OriginAnswer) => answer.is === 'section',
    isWhole: (_, answer: OriginAnswer) => answer.is === 'design' && answer.left.length === 0,
  },
  actions: {
    open: assign((_, { door }: { readonly door: OriginDoor }) => ({ door, origins: null, text: '', found: null, failure: null })),
    setOrigins: assign((_, origins: Origins) => ({ origins, failure: null })),
    search: assign({ text: (_, { text }: { readonly text: string }) => text }),
    write: assign((_, { text }: { readonly text: string }) => ({ sql: text, failure: null })),
    setWish: assign((_, wish: OriginWish) => ({ wish, found: null, failure: null })),
    setFound: assign((_, answer: OriginAnswer) => (answer.is === 'design' ? { found: answer } : {})),
    clearFound: assign({ found: null }),
    clearStatement: assign({ sql: '' }),
    beginSection: sendTo(
      ({ context }) => context.owner,
      (_, answer: OriginAnswer) => ({
        type: 'design.started' as const,
        start: answer.is === 'section' ? answer.start : { from: 'section' as const, name: answer.design.declaration.name },
      }),
    ),
    beginFound: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({
        type: 'design.started' as const,
        start: { from: 'section' as const, name: context.found?.design.declaration.name ?? '' },
      }),
    ),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'designOrigins',
  context: ({ input }) => ({ ...input, door: 'table', origins: null, text: '', sql: '', wish: NO_WISH, found: null, failure: null }),
  initial: 'closed',
  states: {
    closed: {
      on: {
        'origin.requested': [
          {
            guard: { type: 'asksStatement', params: payload },
            target: 'open.writing',
            actions: { type: 'open', params: payload },
          },
          { target: 'open.listing', actions: { type: 'open', params: payload } },
        ],
      },
    },
    open: {
      initial: 'listing',
      on: { 'origin.cancelled': 'closed' },
      states: {
        listing: {
          tags: 'busy',
          invoke: {
            id: 'loadOrigins',
            src: 'loadOrigins',
            input: ({ context: { door } }) => ({ door }),
            onDone: { target: 'choosing', actions: { type: 'setOrigins', params: output } },
            onError: { target: 'unavailable', actions: SET_FAILURE },
          },
        },
        unavailable: { tags: 'failed', on: { 'origin.retried': 'listing' } },
        choosing: {
          on: {
            'origin.searched': { actions: { type: 'search', params: payload } },
            'table.chosen': {
              guard: { type: 'canBeTaken', params: payload },
              target: 'reading',
              actions: { type: 'setWish', params: ({ event }) => ({ door: 'table', table: event.table }) },
            },
            'log.chosen': {
              guard: { type: 'isLogged', params: payload },
              target: 'reading',
              actions: { type: 'setWish', params: ({ event }) => ({ door: 'log', id: event.id }) },
            },
            'section.chosen': {
              guard: { type: 'isProgram', params: payload },
              target: 'reading',
              actions: { type: 'setWish', params: ({ event }) => ({ door: 'section', name: event.name }) },
            },
          },
        },
        writing: {
          on: {
            'statement.typed': { actions: { type: 'write', params: payload } },
            'statement.confirmed': {
              guard: 'hasStatement',
              target: 'reading',
              actions: { type: 'setWish', params: ({ context }) => ({ door: 'statement', sql: context.sql }) },
            },
          },
        },
        reading: {
          tags: 'busy',
          invoke: {
            id: 'readOrigin',
            src: 'readOrigin',
            input: ({ context }) => context.wish,
            onDone: [
              {
                guard: { type: 'isSection', params: output },
                target: '#designOrigins.closed',
                actions: { type: 'beginSection', params: output },
              },
              { guard: { type: 'isWhole', params: output }, target: 'keeping', actions: { type: 'setFound', params: output } },
              { target: 'told', actions: { type: 'setFound', params: output } },
            ],
            onError: REFUSED,
          },
        },
        told: {
          on: {
            'origin.accepted': 'keeping',
            'origin.returned': [
              { guard: 'isStatement', target: 'writing', actions: 'clearFound' },
              { target: 'choosing', actions: 'clearFound' },
            ],
          },
        },
        keeping: {
          tags: 'busy',
          invoke: {
            id: 'keepDraft',
            src: 'keepDraft',
            input: ({ context }) => ({ design: context.found?.design ?? NO_DESIGN }),
            onDone: { target: '#designOrigins.closed', actions: ['beginFound', 'clearStatement'] },
            onError: REFUSED,
          },
          // It would be kept all the same, and choosing it once more find its name taken.
          on: { 'origin.cancelled': {} },
        },
      },
    },
  },
});

export type DesignOriginsRef = ActorRefFrom<typeof designOriginsMachine>;
type DesignOriginsSnapshot = SnapshotFrom<typeof designOriginsMachine>;

const fits = (words: readonly (string | undefined)[], text: string): boolean => {
  const sought = text.trim().toLowerCase();
  return sought === '' || words.some((word) => word?.toLowerCase().includes(sought));
};

/** Tables that fit what is looked for. Compare by content: the list is made anew each time. */
export const selectTables = ({ context: { origins, text } }: DesignOriginsSnapshot): readonly TableOrigin[] =>
  origins?.door === 'table' ? origins.list.filter(({ table, comment }) => fits([table, comment], text)) : [];
/** Designs of the log that fit what is looked for. Compare by content: the list is made anew each time. */
export const selectLogged = ({ context: { origins, text } }: DesignOriginsSnapshot): readonly LoggedDesign[] =>
  origins?.door === 'log' ? origins.list.filter(({ section, table, label }) => fits([section, table, label.en, label['zh-cn']], text)) : [];
/** Sections of the program that fit what is looked for. Compare by content: the list is made anew each time. */
export const selectProgram = ({ context: { origins, text } }: DesignOriginsSnapshot): readonly ProgramSection[] =>
  origins?.door === 'section' ? origins.list.filter(({ name, label }) => fits([name, label.en, label['zh-cn']], text)) : [];
/** What is wrong with the statement, in words; '' where nothing is, or something else is. */
export const selectStatementIssue = ({ context: { failure, door } }: DesignOriginsSnapshot): string =>
  (door === 'statement' ? fieldRefusal(failure, 'sql') : undefined) ?? '';
export const selectDesignOriginsIsOpen = (snapshot: DesignOriginsSnapshot): boolean => snapshot.matches('open');
export const selectDesignOriginsIsListing = (snapshot: DesignOriginsSnapshot): boolean => snapshot.matches({ open: 'listing' });
export const selectDesignOriginsIsUnavailable = (snapshot: DesignOriginsSnapshot): boolean => snapshot.matches({ open: 'unavailable' });
export const selectDesignOriginsIsTold = (snapshot: DesignOriginsSnapshot): boolean => snapshot.matches({ open: 'told' });
