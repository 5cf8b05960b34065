/**
 * A page of settings in groups, or any form that stays open after it was saved: the site's settings, the own profile.
 * Owned by its page. One group is edited at a time; leaving one with unsaved changes is asked about.
 * Source: wire protocol §5.11, §5.13.
 */
import { assign, fromCallback, fromPromise, setup, type AnyActorRef, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { checkConfig } from '#domain/settings/config-item';
import { failureOf, type Failure } from '#domain/base/failure';
import { isFree, untouched, withHeld, withValue, without, type Editable, type FieldValue } from '#domain/fields/editable';
import type { AnyRecord } from '#domain/fields/field';
import { hasIssues, type Issue, type Issues } from '#domain/base/issue';
import { SET_FAILURE } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import { recordFormMachine, type RecordFormOutput } from '../table/record-form.machine.ts';
import { changedIn, loadedValues, overtaken, savedInPart, versionsOf, wireChanges } from './settings-values.ts';
import type {
  FieldOf,
  FoundSetting,
  SettingGroup,
  SettingItem,
  SettingsEvent,
  SettingsPage,
  SettingsWrite,
} from './settings.vocabulary.ts';

export type SettingsAttempt = 'save' | 'remove' | 'mail';

interface SettingsContext extends Editable {
  readonly page: SettingsPage | null;
  readonly group: string;
  /** Where to go once it is settled what happens to the changes. */
  readonly wanted: string;
  readonly failure: Failure | null;
  /** What was tried last, and what failed where something did. */
  readonly attempt: SettingsAttempt;
  readonly asked: { readonly id: number; readonly title: string } | null;
  readonly mailTo: string;
  /** What is looked for; '' while nothing is. */
  readonly search: string;
  /** Counts how often everything typed was given up or taken over: inputs that keep secrets to themselves are then emptied. */
  readonly generation: number;
  /** Idempotency key of the setting that is being added. */
  readonly key: string;
}

/** Changed, or about to be. */
const isDirty = (context: SettingsContext): boolean => Object.keys(changedIn(context)).length > 0 || hasIssues(context.held);

function issuesOf({ page, values }: SettingsContext, isMeant: (item: SettingItem, group: string) => boolean): Issues {
  const found = (page?.groups ?? []).flatMap(({ key, items }) =>
    items.filter((item) => isMeant(item, key)).map((item) => [item.name, checkConfig(item, values[item.name])] as const),
  );
  return Object.fromEntries(found.filter((entry): entry is [string, Issue] => entry[1] !== null));
}

export const settingsMachine = setup({
  types: {
    context: {} as SettingsContext,
    events: {} as SettingsEvent,
    tags: {} as 'busy',
    children: {} as { itemForm: 'itemForm' },
  },
  actors: {
    loadPage: fromPromise<SettingsPage>(notProvided('loadPage')),
    /** Says itself that it succeeded. */
    savePage: fromPromise<void, SettingsWrite>(notProvided('savePage')),
    removeItem: fromPromise<void, { readonly id: number }>(notProvided('removeItem')),
    sendMail: fromPromise<void, { readonly values: AnyRecord; readonly to: string }>(notProvided('sendMail')),
    itemForm: recordFormMachine,
    /** Tells whether there is work that would be lost. */
    watchWork: fromCallback<SettingsEvent, { readonly settings: AnyActorRef }>(notProvided('watchWork')),
  },
  guards: {
    isDirty: ({ context }) => isDirty(context),
    isClean: ({ context }) => !isDirty(context),
    hasIssues: ({ context }) => hasIssues(context.issues),
    isFree: ({ context }, { field }: FieldOf) => isFree(context, field),
    isSaved: (_, { output }: { readonly output: RecordFormOutput }) => output.outcome === 'saved',
  },
  actions: {
    setPage: assign(({ context }, page: SettingsPage) => ({
      page,
      group: page.groups.some(({ key }) => key === context.group) ? context.group : (page.groups[0]?.key ?? ''),
      ...untouched(loadedValues(page)),
      generation: context.generation + 1,
    })),
    setFailure: assign(({ context }, { error }: { readonly error: unknown }) => {
      const failure = failureOf(error);
      return { failure, serverTexts: (failure.kind === 'rejected' && failure.fields) || {}, ...overtaken(context, failure) };
    }),
    setSaved: assign(({ context }, { names }: { readonly names: readonly string[] }) => ({
      ...savedInPart(context, names),
      generation: context.generation + 1,
    })),
    begin: assign((_, { attempt }: { readonly attempt: SettingsAttempt }) => ({ attempt, failure: null, serverTexts: {} })),
    changeField: assign(({ context }, change: FieldValue) => withValue(context, change)),
    hold: assign(({ context }, params: FieldOf & { readonly issue: Issue }) => withHeld(context, params)),
    free: assign(({ context }, { field }: FieldOf) => ({ held: without(context.held, field), issues: without(context.issues, field) })),
    checkOne: assign({
      issues: ({ context }, { field }: FieldOf) => ({
        ...without(context.issues, field),
        ...issuesOf(context, ({ name }) => name === field),
      }),
    }),
    checkGroup: assign({ issues: ({ context }) => ({ ...issuesOf(context, (_, group) => group === context.group), ...context.held }) }),
    reset: assign(({ context }) => ({
      ...untouched(loadedValues(context.page)),
      generation: context.generation + 1,
    })),
    setWanted: assign({ wanted: (_, { group }: { readonly group: string }) => group }),
    openWanted: assign({ group: ({ context }) => context.wanted, held: {}, search: '' }),
    setAsked: assign({ asked: (_, { id, title }: { readonly id: number; readonly title: string }) => ({ id, title }) }),
    setSearch: assign({ search: (_, { text }: { readonly text: string }) => text }),
    setKey: assign({ key: (_, { key }: { readonly key: string }) => key }),
    setMail: assign(({ context }, { to }: { readonly to: string }) => ({
      mailTo: to,
      serverTexts: without(context.serverTexts, 'testMail'),
    })),
  },
}).createMachine({
  id: 'settings',
  context: {
    page: null,
    group: '',
    wanted: '',
    ...untouched({}),
    held: {},
    attempt: 'save',
    asked: null,
    mailTo: '',
    search: '',
    generation: 0,
    key: '',
  },
  invoke: {
    id: 'watchWork',
    src: 'watchWork',
    input: ({ self }) => ({ settings: self }),
    onError: { actions: SET_FAILURE },
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        onDone: { target: 'editing', actions: { type: 'setPage', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: { on: { 'settings.loadRetried': 'loading' } },
    editing: {
      on: {
        'settings.groupChosen': [
          { guard: 'isDirty', target: 'confirmingLeave', actions: { type: 'setWanted', params: payload } },
          { actions: [{ type: 'setWanted', params: payload }, 'openWanted', 'reset'] },
        ],
        'settings.fieldChanged': { actions: { type: 'changeField', params: payload } },
        'settings.fieldLeft': { guard: { type: 'isFree', params: payload }, actions: { type: 'checkOne', params: payload } },
        'settings.fieldHeld': { actions: { type: 'hold', params: payload } },
        'settings.fieldFreed': { actions: { type: 'free', params: payload } },
        'settings.searchTyped': { actions: { type: 'setSearch', params: payload } },
        'settings.submitted': { target: 'checked', actions: [{ type: 'begin', params: { attempt: 'save' } }, 'checkGroup'] },
        'settings.reset': { actions: 'reset' },
        'settings.removeRequested': {
          guard: 'isClean',
          target: 'confirmingRemoval',
          actions: { type: 'setAsked', params: payload },
        },
        'settings.addRequested': { guard: 'isClean', target: 'adding', actions: { type: 'setKey', params: payload } },
        'settings.mailTyped': { actions: { type: 'setMail', params: payload } },
        'settings.mailRequested': { target: 'mailing', actions: { type: 'begin', params: { attempt: 'mail' } } },
      },
    },
    /** Decides at once. */
    checked: {
      always: [{ guard: 'hasIssues', target: 'editing' }, { guard: 'isClean', target: 'editing' }, { target: 'saving' }],
    },
    saving: {
      tags: 'busy',
      on: { 'settings.partSaved': { actions: { type: 'setSaved', params: payload } } },
      invoke: {
        id: 'savePage',
        src: 'savePage',
        input: ({ context, self }) => ({
          changed: wireChanges(context),
          values: context.values,
          versions: versionsOf(context),
          owner: self,
        }),
        onDone: 'loading',
        onError: { target: 'editing', actions: SET_FAILURE },
      },
    },
    confirmingLeave: {
      on: { 'settings.confirmed': { target: 'editing', actions: ['openWanted', 'reset'] }, 'settings.cancelled': 'editing' },
    },
    confirmingRemoval: {
      on: {
        'settings.confirmed': { target: 'removing', actions: { type: 'begin', params: { attempt: 'remove' } } },
        'settings.cancelled': 'editing',
      },
    },
    removing: {
      tags: 'busy',
      invoke: {
        id: 'removeItem',
        src: 'removeItem',
        input: ({ context }) => ({ id: context.asked?.id ?? 0 }),
        onDone: 'loading',
        onError: { target: 'editing', actions: SET_FAILURE },
      },
    },
    adding: {
      invoke: {
        id: 'itemForm',
        src: 'itemForm',
        input: ({ context: { group, key } }) => ({ resource: 'configItem', id: null, initial: { ...NEW_ITEM, group }, key }),
        onDone: [{ guard: { type: 'isSaved', params: payload }, target: 'loading' }, { target: 'editing' }],
        onError: { target: 'editing', actions: SET_FAILURE },
      },
    },
    mailing: {
      tags: 'busy',
      invoke: {
        id: 'sendMail',
        src: 'sendMail',
        input: ({ context: { values, mailTo } }) => ({ values, to: mailTo }),
        onDone: 'editing',
        onError: { target: 'editing', actions: SET_FAILURE },
      },
    },
  },
});

/** A new setting before anything is typed. */
const NEW_ITEM: AnyRecord = {
  name: '',
  title: '',
  type: 'string',
  tip: '',
  rule: [],
  content: '',
  extend: '',
  inputExtend: '',
  sortOrder: 0,
};

export type SettingsRef = ActorRefFrom<typeof settingsMachine>;
export type SettingsSnapshot = SnapshotFrom<typeof settingsMachine>;
export const selectSettingsPage = ({ context }: SettingsSnapshot): SettingsPage | null => context.page;
export const selectSettingGroup = ({ context: { page, group } }: SettingsSnapshot): SettingGroup | undefined =>
  page?.groups.find(({ key }) => key === group);
const MOST_FOUND = 20;

/** Settings whose title, hint or name has what is looked for, the first of them; null while nothing is. */
export function selectFoundSettings({ context: { page, search } }: SettingsSnapshot): readonly FoundSetting[] | null {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === '') return null;
  const found = (page?.groups ?? []).flatMap((group) => group.items.map((item) => ({ item, group })));
  return found
    .filter(({ item: { title, tip, name } }) => [title, tip, name].some((text) => text.toLocaleLowerCase().includes(wanted)))
    .slice(0, MOST_FOUND);
}
/** What the failure is of; to save where a field waits for whoever types. */
export const selectFailedAttempt = ({ context: { attempt, failure, issues, serverTexts } }: SettingsSnapshot): SettingsAttempt =>
  failure !== null && (!hasIssues(issues) || Object.keys(serverTexts).length > 0) ? attempt : 'save';
/** As it was read, by name. */
export const selectStoredSettings = ({ context }: SettingsSnapshot): AnyRecord => loadedValues(context.page);
export const selectChangedSettings = ({ context }: SettingsSnapshot): AnyRecord => changedIn(context);
export const selectHasChanges = ({ context }: SettingsSnapshot): boolean => Object.keys(changedIn(context)).length > 0;
export const selectAreSettingsDirty = ({ context }: SettingsSnapshot): boolean => isDirty(context);
/** They could not be read, or not again after something was saved: what was read before says nothing any more. */
export const selectAreSettingsUnavailable = (snapshot: SettingsSnapshot): boolean => snapshot.matches('unavailable');
export const selectSettingsFailure = ({ context }: SettingsSnapshot): Failure | null => context.failure;
export const selectSettingsIsMailing = (snapshot: SettingsSnapshot): boolean => snapshot.matches('mailing');
export const selectSettingsIsConfirmingLeave = (snapshot: SettingsSnapshot): boolean => snapshot.matches('confirmingLeave');
export const selectSettingsIsConfirmingRemoval = (snapshot: SettingsSnapshot): boolean => snapshot.matches('confirmingRemoval');
export const selectSettingsIsSaving = (snapshot: SettingsSnapshot): boolean => snapshot.matches('saving');
