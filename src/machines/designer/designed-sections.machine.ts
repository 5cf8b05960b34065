/**
 * The sections that are designed here, and what can be done with one as a whole: begin, copy, pause, carry elsewhere, take away. A leaf of
 * the designer's first page; whatever is to be drawn next is told to its owner, the section designer.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Texts } from '#domain/fields/kinds/base/declared';
import { nameRefusal, sectionNames, suggestedName, type SectionNames } from '#domain/designer/section-names';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import { NOTHING_TYPED, RENEWED_PLACE, type Typing } from './designed-sections-context.ts';
import { PROGRAM_LIFE, type DesignStart, type SectionState, type SiteLifeState } from './designer.vocabulary.ts';

export interface DesignedSection {
  readonly name: string;
  readonly label: Texts;
  readonly table: string;
  readonly controller: string;
  readonly state: SectionState;
  /** Of what is published; 0 before. */
  readonly revision: number;
  readonly hasDraft: boolean;
  readonly version: number;
  /** Unix seconds. */
  readonly updateTime: number;
}

/** A section of the program whose records have a life. */
export interface SiteLife {
  readonly name: string;
  readonly label: Texts;
  readonly state: SiteLifeState;
  readonly hasDraft: boolean;
  /** The program's own has changed since the site's was put on it. */
  readonly isBehind: boolean;
}

export interface DesignedSections {
  readonly list: readonly DesignedSection[];
  readonly lives: readonly SiteLife[];
  /** Names that sections have which are not designed here. */
  readonly shipped: readonly string[];
}

/** A question that stands open; `of` is the section that it is about. */
export type Asked = { readonly kind: 'new' } | { readonly kind: 'copy' | 'remove' | 'replace'; readonly of: string };

export type SectionAct =
  | { readonly act: 'pause'; readonly name: string; readonly isPaused: boolean }
  | ({ readonly act: 'copy'; readonly from: string } & SectionNames)
  | { readonly act: 'remove'; readonly name: string; readonly version: number; readonly table: string }
  | { readonly act: 'export'; readonly name: string }
  /** A design that came from a file; of a section that there is, it takes the place of the draft. */
  | { readonly act: 'import'; readonly text: string; readonly isReplacing: boolean };

export type DesignedSectionsEvent =
  | { readonly type: 'sections.retried' }
  | { readonly type: 'section.newRequested' }
  | { readonly type: 'section.copyRequested' | 'section.removeRequested'; readonly name: string }
  | { readonly type: 'section.paused' | 'section.resumed' | 'section.exported' | 'section.opened'; readonly name: string }
  | { readonly type: 'section.imported'; readonly text: string }
  /** The life of a section of the program is drawn on; or the program's own is, to be put back. */
  | { readonly type: 'life.opened' | 'life.programRequested'; readonly name: string }
  | { readonly type: 'text.typed'; readonly field: keyof Typing; readonly text: string }
  | { readonly type: 'question.confirmed' }
  | { readonly type: 'question.cancelled' };

interface DesignedSectionsInput {
  readonly owner: Owner<{ readonly type: 'design.started'; readonly start: DesignStart }>;
}

interface DesignedSectionsContext extends DesignedSectionsInput {
  readonly sections: DesignedSections | null;
  readonly asked: Asked | null;
  readonly typing: Typing;
  readonly act: SectionAct | null;
  readonly failure: Failure | null;
}

/** What an act leads on to: the section whose drawing is opened, if any. */
export interface ActAnswer {
  readonly opens: string | null;
  /** A section that there is already, whose draft would be replaced: somebody has to say so first. */
  readonly replaces?: string;
}

type Named = { readonly name: string };
type Known = Pick<DesignedSectionsContext, 'sections'>;
type Typed = Pick<DesignedSectionsContext, 'sections' | 'typing'>;

const find = ({ sections }: Known, name: string): DesignedSection | undefined => sections?.list.find((one) => one.name === name);
const takenIn = ({ sections }: Known): readonly string[] => [
  ...(sections?.list.map(({ name }) => name) ?? []),
  ...(sections?.shipped ?? []),
];
const nameOf = (context: Typed): string => context.typing.name ?? suggestedName(context.typing.english, takenIn(context));
const hasTitle = ({ typing: { chinese, english } }: Typed): boolean => `${chinese}${english}`.trim() !== '';

const startOf = (context: Typed): DesignStart => {
  const [chinese, english] = [context.typing.chinese.trim(), context.typing.english.trim()];
  const label = { ...(chinese !== '' && { 'zh-cn': chinese }), ...(english !== '' && { en: english }) };
  return { from: 'blank', name: nameOf(context), label };
};

const NO_ACT: SectionAct = { act: 'export', name: '' };

export const designedSectionsMachine = setup({
  types: {
    context: {} as DesignedSectionsContext,
    events: {} as DesignedSectionsEvent,
    input: {} as DesignedSectionsInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    loadSections: fromPromise<DesignedSections>(notProvided('loadSections')),
    act: fromPromise<ActAnswer, SectionAct>(notProvided('act')),
  },
  guards: {
    isKnown: ({ context }, { name }: Named) => find(context, name) !== undefined,
    hasLife: ({ context }, { name }: Named) => context.sections?.lives.some((one) => one.name === name) ?? false,
    isOf: ({ context }, { name, states }: Named & { readonly states: readonly SectionState[] }) => {
      const section = find(context, name);
      return section !== undefined && states.includes(section.state);
    },
    mayBegin: ({ context }) =>
      context.asked?.kind === 'new' && hasTitle(context) && nameRefusal(nameOf(context), takenIn(context)) === null,
    mayCopy: ({ context }) => context.asked?.kind === 'copy' && nameRefusal(nameOf(context), takenIn(context)) === null,
    mayRemove: ({ context }) => context.asked?.kind === 'remove' && find(context, context.asked.of)?.table === context.typing.table.trim(),
    mayReplace: ({ context }) => context.asked?.kind === 'replace',
    isAsked: ({ context }) => context.asked !== null,
    replacesOne: (_, { replaces }: ActAnswer) => replaces !== undefined,
    opensOne: (_, { opens }: ActAnswer) => opens !== null,
  },
  actions: {
    setSections: assign((_, sections: DesignedSections) => ({ sections, failure: null })),
    /** What was refused stays told. */
    renewSections: assign({ sections: (_, sections: DesignedSections) => sections }),
    ask: assign((_, asked: Asked) => ({ asked, typing: NOTHING_TYPED, failure: null })),
    type: assign({
      typing: ({ context }, { field, text }: { readonly field: keyof Typing; readonly text: string }) => ({
        ...context.typing,
        [field]: text,
      }),
    }),
    setAct: assign((_, act: SectionAct) => ({ act, failure: null })),
    setCopy: assign(({ context }) => ({
      act:
        context.asked?.kind === 'copy' ? { act: 'copy' as const, from: context.asked.of, ...sectionNames(nameOf(context)) } : context.act,
      failure: null,
    })),
    setRemoval: assign(({ context }) => {
      const section = context.asked?.kind === 'remove' ? find(context, context.asked.of) : undefined;
      if (!section) return {};
      const { name, version } = section;
      return { act: { act: 'remove' as const, name, version, table: context.typing.table.trim() }, failure: null };
    }),
    setReplacing: assign(({ context: { act } }) => ({
      act: act?.act === 'import' ? { ...act, isReplacing: true } : act,
      failure: null,
    })),
    settle: assign({ asked: null, typing: NOTHING_TYPED, act: null }),
    beginNew: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({ type: 'design.started' as const, start: startOf(context) }),
    ),
    begin: sendTo(
      ({ context }) => context.owner,
      (_, { name }: Named) => ({ type: 'design.started' as const, start: { from: 'section' as const, name } }),
    ),
    beginLife: sendTo(
      ({ context }) => context.owner,
      (_, { name }: Named) => ({ type: 'design.started' as const, start: { from: 'section' as const, name, subject: 'life' as const } }),
    ),
    beginProgram: sendTo(
      ({ context }) => context.owner,
      (_, { name }: Named) => ({
        type: 'design.started' as const,
        start: { from: 'revision' as const, name, subject: 'life' as const, id: PROGRAM_LIFE },
      }),
    ),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'designedSections',
  context: ({ input }) => ({ ...input, sections: null, asked: null, typing: NOTHING_TYPED, act: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadSections',
        src: 'loadSections',
        onDone: { target: 'resting', actions: { type: 'setSections', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: { tags: 'failed', on: { 'sections.retried': 'loading' } },
    resting: {
      ...RENEWED_PLACE,
      on: {
        'section.opened': { guard: { type: 'isKnown', params: payload }, actions: { type: 'begin', params: payload } },
        'life.opened': { guard: { type: 'hasLife', params: payload }, actions: { type: 'beginLife', params: payload } },
        'life.programRequested': { guard: { type: 'hasLife', params: payload }, actions: { type: 'beginProgram', params: payload } },
        'section.newRequested': { target: 'asking', actions: { type: 'ask', params: { kind: 'new' } } },
        'section.copyRequested': {
          guard: { type: 'isKnown', params: payload },
          target: 'asking',
          actions: { type: 'ask', params: ({ event }) => ({ kind: 'copy', of: event.name }) },
        },
        'section.removeRequested': {
          guard: { type: 'isKnown', params: payload },
          target: 'asking',
          actions: { type: 'ask', params: ({ event }) => ({ kind: 'remove', of: event.name }) },
        },
        'section.paused': {
          guard: { type: 'isOf', params: ({ event }) => ({ name: event.name, states: ['live'] }) },
          target: 'acting',
          actions: { type: 'setAct', params: ({ event }) => ({ act: 'pause', name: event.name, isPaused: true }) },
        },
        'section.resumed': {
          guard: { type: 'isOf', params: ({ event }) => ({ name: event.name, states: ['paused'] }) },
          target: 'acting',
          actions: { type: 'setAct', params: ({ event }) => ({ act: 'pause', name: event.name, isPaused: false }) },
        },
        'section.exported': {
          guard: { type: 'isKnown', params: payload },
          target: 'acting',
          actions: { type: 'setAct', params: ({ event }) => ({ act: 'export', name: event.name }) },
        },
        'section.imported': {
          target: 'acting',
          actions: { type: 'setAct', params: ({ event }) => ({ act: 'import', text: event.text, isReplacing: false }) },
        },
      },
    },
    asking: {
      ...RENEWED_PLACE,
      on: {
        'text.typed': { actions: { type: 'type', params: payload } },
        'question.cancelled': { target: 'resting', actions: 'settle' },
        'question.confirmed': [
          { guard: 'mayBegin', target: 'resting', actions: ['beginNew', 'settle'] },
          { guard: 'mayCopy', target: 'acting', actions: 'setCopy' },
          { guard: 'mayRemove', target: 'acting', actions: 'setRemoval' },
          { guard: 'mayReplace', target: 'acting', actions: 'setReplacing' },
        ],
      },
    },
    acting: {
      tags: 'busy',
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context }) => context.act ?? NO_ACT,
        onDone: [
          {
            guard: { type: 'replacesOne', params: output },
            target: 'asking',
            actions: { type: 'ask', params: ({ event }) => ({ kind: 'replace', of: event.output.replaces ?? '' }) },
          },
          {
            guard: { type: 'opensOne', params: output },
            target: 'resting',
            actions: ['settle', { type: 'begin', params: ({ event }) => ({ name: event.output.opens ?? '' }) }],
          },
          { target: 'loading', actions: 'settle' },
        ],
        onError: [
          { guard: 'isAsked', target: 'asking.renewing', actions: SET_FAILURE },
          { target: 'resting.renewing', actions: SET_FAILURE },
        ],
      },
    },
  },
});

export type DesignedSectionsRef = ActorRefFrom<typeof designedSectionsMachine>;
type DesignedSectionsSnapshot = SnapshotFrom<typeof designedSectionsMachine>;
const NO_SECTIONS: readonly DesignedSection[] = [];
const NO_LIVES: readonly SiteLife[] = [];
export const selectLives = ({ context }: DesignedSectionsSnapshot): readonly SiteLife[] => context.sections?.lives ?? NO_LIVES;
export const selectDesigned = ({ context }: DesignedSectionsSnapshot): readonly DesignedSection[] => context.sections?.list ?? NO_SECTIONS;
/** The section that a question is about. */
export const selectAskedSection = ({ context }: DesignedSectionsSnapshot): DesignedSection | undefined =>
  context.asked && 'of' in context.asked ? find(context, context.asked.of) : undefined;
/** What the new section is called as things are typed. */
export const selectNewName = ({ context }: DesignedSectionsSnapshot): string => nameOf(context);
/** Why it cannot be called so, as a message key; null while nothing is wrong. */
export const selectNameRefusal = ({ context }: DesignedSectionsSnapshot): string | null => nameRefusal(nameOf(context), takenIn(context));
export const selectDesignedSectionsIsActing = (snapshot: DesignedSectionsSnapshot): boolean => snapshot.matches('acting');
export const selectDesignedSectionsIsUnavailable = (snapshot: DesignedSectionsSnapshot): boolean => snapshot.matches('unavailable');
export const selectIsFirstRead = (snapshot: DesignedSectionsSnapshot): boolean =>
  snapshot.context.sections === null && snapshot.matches('loading');
