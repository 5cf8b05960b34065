/**
 * A section on its way from a drawing to one that works: drawn by acts that can be undone, kept as a draft while it is drawn, planned,
 * looked at and published. Owned by its page. Two people who draw one section are told of each other; nothing is overwritten silently.
 * Source: wire protocol §5.18.
 */
import { assign, fromCallback, fromPromise, setup, type ActorRefFrom, type AnyActorRef, type SnapshotFrom } from 'xstate';
import type { Choice } from '#domain/designer/plan-step';
import { refusalOf, type DesignAct } from '#domain/designer/drawing/design-act';
import { isOnLifeAlone } from '#domain/designer/drawing/life-refusal';
import { beginHistory, performed, redone, undone } from '#domain/designer/drawing/design-history';
import type { Side } from '#domain/table/record-changes';
import { SET_FAILURE, toFailure, type Thrown } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import { isRejected } from '../base/sent-once.ts';
import {
  asStored,
  asTheirs,
  chosenAfter,
  chosenNow,
  draftInput,
  isKept,
  isLosing,
  isSent,
  keptNow,
  mergedIn,
  NOTHING_DRAWN,
  nowIn,
  stillChosen,
  storedIn,
  subjectIn,
  theirsOf,
  thrown,
  withLost,
  type DesignerContext,
} from './designer-context.ts';
import { drawing, PERFORM, REDO, UNDO } from './drawing-events.ts';
import {
  ofSubject,
  type DesignerEvent,
  type DesignStart,
  type DesignView,
  type DraftInput,
  type KeptDraft,
  type OpenDesign,
  type PlanAnswer,
  type PlanInput,
  type PublishInput,
} from './designer.vocabulary.ts';

const DISPUTED = {
  guard: { type: 'isOutdated', params: thrown },
  target: '#sectionDesigner.disputed',
  actions: { type: 'setTheirs', params: thrown },
} as const;

/** What was sent has arrived although its answer has not. */
const ARRIVED = {
  guard: { type: 'isOwnDraft', params: thrown },
  target: '#sectionDesigner.designing',
  actions: { type: 'setArrived', params: thrown },
} as const;

const ADD_LOST = { type: 'addLost', params: thrown } as const;

const NEXT = { target: '.changed', reenter: true } as const;

export const sectionDesignerMachine = setup({
  types: {
    context: {} as DesignerContext,
    events: {} as DesignerEvent,
    tags: {} as 'busy' | 'failed' | 'drawing',
  },
  actors: {
    openDesign: fromPromise<OpenDesign, DesignStart>(notProvided('openDesign')),
    saveDraft: fromPromise<KeptDraft, DraftInput>(notProvided('saveDraft')),
    /** Keeps the draft before, where it is not. */
    makePlan: fromPromise<PlanAnswer, PlanInput>(notProvided('makePlan')),
    publish: fromPromise<{ readonly revision: number }, PublishInput>(notProvided('publish')),
    /** Tells whether there is work that would be lost. */
    watchWork: fromCallback<DesignerEvent, { readonly designer: AnyActorRef }>(notProvided('watchWork')),
  },
  delays: { draftPause: 800 },
  guards: {
    isPossible: ({ context }, act: DesignAct) =>
      !context.isReadOnly && (subjectIn(context) === 'section' || isOnLifeAlone(act)) && refusalOf(nowIn(context), act) === null,
    /** The program's own life has changed since this one was put on it. */
    isBehind: (_, { program }: OpenDesign) => program !== undefined,
    hasPast: ({ context }) => (context.history?.past.length ?? 0) > 0,
    hasUndone: ({ context }) => (context.history?.undone.length ?? 0) > 0,
    isUnkept: ({ context }) => !isKept(context),
    isOwnDraft: ({ context }, error: Thrown) => isSent(context, theirsOf(error)),
    isRejected: (_, { error }: Thrown) => isRejected(error),
    isReviewed: ({ context: { start } }) => start?.from === 'section' && start.isReviewed === true,
    /** A section that is new has nobody else's draft: its name is taken. */
    isOutdated: ({ context }, error: Thrown) => theirsOf(error) !== undefined && (context.version !== 0 || subjectIn(context) === 'life'),
    hasPlan: (_, { plan }: PlanAnswer) => plan !== null,
    /** Nothing stands against any step, and who publishes what loses values has said so by the name of its table. */
    mayPublish: ({ context }) =>
      (context.plan?.steps.every(({ stopping }) => stopping === 0) ?? false) &&
      (!isLosing(context) || context.typed === nowIn(context).design.declaration.table),
  },
  actions: {
    setStart: assign((_, { start }: { readonly start: DesignStart }) => ({ ...NOTHING_DRAWN, start })),
    setOpen: assign(({ context }, { drawing, stored, isStored, program, over = '', isReadOnly = false, ...open }: OpenDesign) => ({
      ...open,
      isReadOnly,
      over,
      history: beginHistory(drawing, stored),
      kept: program?.before ?? (isStored ? drawing : (stored ?? null)),
      theirs: program ? { ...open, ...program.now, of: 'program' as const } : null,
      view: subjectIn(context) === 'life' ? ('life' as const) : context.view,
      chosen: null,
      lost: [],
      failure: null,
    })),
    perform: assign(({ context }, act: DesignAct) => {
      const history = context.history && performed(context.history, act, storedIn(context));
      return { history, chosen: chosenAfter(act, nowIn(context), nowIn({ history }), context.chosen) };
    }),
    undo: assign({ history: ({ context }) => context.history && undone(context.history) }),
    redo: assign({ history: ({ context }) => context.history && redone(context.history) }),
    choose: assign(({ context }, { key }: { readonly key: string | null }) => chosenNow(context, key)),
    keepChosen: assign({ chosen: ({ context }) => stillChosen(context.chosen, nowIn(context)) }),
    setView: assign({ view: (_, { view }: { readonly view: DesignView }) => view }),
    setSent: assign({ sent: ({ context }) => nowIn(context), failure: null }),
    setKept: assign(({ context }, { version, issues }: KeptDraft) => ({ ...keptNow(context), version, issues })),
    setArrived: assign((_, error: Thrown) => {
      const theirs = theirsOf(error);
      return theirs ? asStored(theirs) : {};
    }),
    addLost: assign({ lost: ({ context }, error: Thrown) => withLost(context, error) }),
    setTheirs: assign((_, error: Thrown) => ({ theirs: theirsOf(error) ?? null, sides: {}, failure: null })),
    setSide: assign({
      sides: ({ context }, { place, side }: { readonly place: string; readonly side: Side }) => ({ ...context.sides, [place]: side }),
    }),
    merge: assign(({ context }) => mergedIn(context)),
    acceptTheirs: assign(({ context: { theirs } }) =>
      theirs ? { history: beginHistory({ design: theirs.design, renames: theirs.renames }), ...asTheirs(theirs) } : {},
    ),
    setPlan: assign(({ context }, { draft, plan }: PlanAnswer) => ({ plan, ...(draft && { ...draft, kept: context.sent }) })),
    clearPlan: assign({ plan: null, choices: {}, typed: '', failure: null }),
    setChoice: assign({
      choices: ({ context }, { step, choice }: { readonly step: string; readonly choice: Choice }) => ({
        ...context.choices,
        [step]: choice,
      }),
    }),
    setTyped: assign({ typed: (_, { text }: { readonly text: string }) => text }),
    setKey: assign({ key: (_, { key }: { readonly key: string }) => key }),
    reopen: assign(({ context }) => ({
      start: {
        from: 'section' as const,
        name: nowIn(context).design.declaration.name,
        ...ofSubject(subjectIn(context)),
      },
      plan: null,
      choices: {},
      typed: '',
      failure: null,
    })),
    setFailure: assign(toFailure),
    clearAll: assign(NOTHING_DRAWN),
  },
}).createMachine({
  id: 'sectionDesigner',
  context: NOTHING_DRAWN,
  invoke: {
    id: 'watchWork',
    src: 'watchWork',
    input: ({ self }) => ({ designer: self }),
    onError: { actions: SET_FAILURE },
  },
  initial: 'choosing',
  states: {
    choosing: { on: { 'design.started': { target: 'opening', actions: { type: 'setStart', params: payload } } } },
    opening: {
      tags: 'busy',
      invoke: {
        id: 'openDesign',
        src: 'openDesign',
        input: ({ context }) => context.start ?? { from: 'section', name: '' },
        onDone: [
          { guard: { type: 'isBehind', params: output }, target: 'disputed', actions: { type: 'setOpen', params: output } },
          { guard: 'isReviewed', target: 'planning', actions: { type: 'setOpen', params: output } },
          { target: 'designing', actions: { type: 'setOpen', params: output } },
        ],
        onError: { target: 'choosing', actions: SET_FAILURE },
      },
    },
    designing: {
      tags: 'drawing',
      initial: 'kept',
      on: {
        ...drawing({ ...PERFORM, ...NEXT }, { ...UNDO, ...NEXT }, { ...REDO, ...NEXT }),
        'field.chosen': { actions: { type: 'choose', params: payload } },
        'view.chosen': { actions: { type: 'setView', params: payload } },
        'plan.requested': { target: 'planning', actions: 'clearPlan' },
      },
      states: {
        kept: {
          always: { guard: 'isUnkept', target: 'changed' },
          on: {
            'design.left': { target: '#sectionDesigner.choosing', actions: 'clearAll' },
            'design.reopened': { target: '#sectionDesigner.opening', actions: { type: 'setStart', params: payload } },
          },
        },
        changed: { after: { draftPause: [{ guard: 'isUnkept', target: 'saving' }, { target: 'kept' }] } },
        saving: {
          entry: 'setSent',
          invoke: {
            id: 'saveDraft',
            src: 'saveDraft',
            input: ({ context }) => draftInput(context),
            onDone: { target: 'kept', actions: { type: 'setKept', params: output } },
            onError: [ARRIVED, DISPUTED, { target: 'unsaved', actions: [SET_FAILURE, ADD_LOST] }],
          },
          // One save at a time: a second one would find that the first has raised the version.
          on: { ...drawing(PERFORM, UNDO, REDO), 'plan.requested': {} },
        },
        unsaved: {
          tags: 'failed',
          on: {
            'draft.retried': 'saving',
            'draft.dropped': { target: '#sectionDesigner.choosing', actions: 'clearAll' },
          },
        },
      },
    },
    disputed: {
      on: {
        'side.chosen': { actions: { type: 'setSide', params: payload } },
        'merge.accepted': { target: 'designing', actions: ['merge', 'keepChosen'] },
        'theirs.taken': { target: 'designing', actions: ['acceptTheirs', 'keepChosen'] },
      },
    },
    planning: {
      tags: 'busy',
      entry: 'setSent',
      invoke: {
        id: 'makePlan',
        src: 'makePlan',
        input: ({ context }) => ({ ...draftInput(context), isKept: isKept(context), choices: context.choices }),
        onDone: [
          { guard: { type: 'hasPlan', params: output }, target: 'reviewing', actions: { type: 'setPlan', params: output } },
          { target: 'designing', actions: { type: 'setPlan', params: output } },
        ],
        onError: [ARRIVED, DISPUTED, { target: 'designing', actions: [SET_FAILURE, ADD_LOST] }],
      },
    },
    reviewing: {
      on: {
        'choice.made': { target: 'planning', actions: { type: 'setChoice', params: payload } },
        'name.typed': { actions: { type: 'setTyped', params: payload } },
        'publish.confirmed': { guard: 'mayPublish', target: 'publishing', actions: { type: 'setKey', params: payload } },
        'publish.refused': { target: 'designing', actions: 'clearPlan' },
      },
    },
    publishing: {
      tags: 'busy',
      invoke: {
        id: 'publish',
        src: 'publish',
        input: ({ context }) => ({
          subject: subjectIn(context),
          name: nowIn(context).design.declaration.name,
          version: context.version,
          hash: context.plan?.hash ?? '',
          choices: context.choices,
          key: context.key,
        }),
        onDone: 'published',
        onError: [
          { guard: { type: 'isRejected', params: thrown }, target: 'failed', actions: SET_FAILURE },
          { target: 'unanswered', actions: SET_FAILURE },
        ],
      },
    },
    published: {
      on: {
        'design.resumed': { target: 'opening', actions: 'reopen' },
        'design.left': { target: 'choosing', actions: 'clearAll' },
      },
    },
    /** Nobody knows whether it was published: it is sent again as the same publishing, or the section is read. */
    unanswered: {
      tags: 'failed',
      on: { 'publish.retried': 'publishing', 'design.resumed': { target: 'opening', actions: 'reopen' } },
    },
    failed: {
      tags: 'failed',
      on: { 'plan.requested': { target: 'planning', actions: 'clearPlan' }, 'design.resumed': { target: 'opening', actions: 'reopen' } },
    },
  },
});

export type SectionDesignerRef = ActorRefFrom<typeof sectionDesignerMachine>;
export type SectionDesignerSnapshot = SnapshotFrom<typeof sectionDesignerMachine>;
