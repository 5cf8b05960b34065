import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createEmptyActor, fromPromise } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import { sectionInput } from '#actors/shell/section-input';
import { lazyNow, lazyOnce } from '#actors/base/lazy-code';
import type { DesignerBundle } from '#actors/designer/designer-logics';
import { sendableStepsMachine } from '#machines/designer/sendable-steps.machine';
import type { ImportBundle } from '#actors/table/import.bundle';
import type { TableBundle } from '#actors/table/table.bundle';
import { watchRunning, isTyped, matchingForm } from '#actors/table/matching-run.actors';
import type { TableToolsBundle } from '#actors/table/tools.bundle';
import { matchingRunMachine } from '#machines/table/matching-run.machine';
import type { UploadBundle } from '#actors/files/upload.bundle';
import { uploadPlan } from '#domain/files/upload-plan';
import { uploadMachine } from '#machines/files/upload.machine';
import { pictureCropMachine } from '#machines/files/picture-crop.machine';
import { uploadPickerMachine } from '#machines/files/upload-picker.machine';
import { uploadQueueMachine } from '#machines/files/upload-queue.machine';
import { attachmentUsesMachine } from '#machines/files/upload-uses.machine';
import { problemReportMachine } from '#machines/observe/problem-report.machine';
import { createTestWorld } from '#tests/support/app.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import type { Resource } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import type { CollectionInput } from '#machines/table/collection.vocabulary';
import { bulkEditMachine } from '#machines/table/bulk-edit.machine';
import { cascadePickerMachine } from '#machines/fields/cascade-picker.machine';
import { captchaWorkMachine } from '#machines/session/captcha-work.machine';
import { clickCaptchaMachine } from '#machines/session/click-captcha.machine';
import { relatedChoiceMachine } from '#machines/table/related-choice.machine';
import { exportMachine } from '#machines/table/export.machine';
import { lifeActMachine } from '#machines/life/life-act.machine';
import { lifeBoardMachine } from '#machines/life/life-board.machine';
import { lifeRequestsMachine } from '#machines/life/life-requests.machine';
import { lifeReportMachine } from '#machines/life/life-report.machine';
import { lifeWaitingMachine } from '#machines/life/life-waiting.machine';
import { lifeOffersMachine } from '#machines/life/life-offers.machine';
import { stepChoiceMachine } from '#machines/life/step-choice.machine';
import { recordLifeMachine } from '#machines/life/record-life.machine';
import { importMachine } from '#machines/table/import.machine';
import { dashboardLayoutMachine } from '#machines/shell/dashboard-layout.machine';
import { dashboardMachine } from '#machines/shell/dashboard.machine';
import { optionTreeMachine, type OptionTreeInput, type TreeOptions } from '#machines/fields/option-tree.machine';
import { externalSignInMachine } from '#machines/external/external-sign-in.machine';
import { identitiesMachine } from '#machines/external/identities.machine';
import { helpMachine } from '#machines/help/help.machine';
import { iconPickerMachine } from '#machines/fields/icon-picker.machine';
import { savedViewsMachine } from '#machines/table/saved-views.machine';
import { remoteSelectMachine, type OptionsPage, type OptionsRequest } from '#machines/fields/remote-select.machine';
import { tagOptionsMachine, type TagOptionsInput } from '#machines/fields/tag-options.machine';
import { sessionsMachine } from '#machines/session/sessions.machine';
import { twoFactorEnrolmentMachine } from '#machines/session/two-factor-enrolment.machine';
import { ledgerOutcomeMachine } from '#machines/members/ledger-outcome.machine';
import { memberLetterMachine } from '#machines/members/member-letter.machine';
import { passkeySignInMachine } from '#machines/session/passkey-sign-in.machine';
import { passkeysMachine } from '#machines/session/passkeys.machine';
import { personErasureMachine } from '#machines/members/person-erasure.machine';
import { twoFactorMachine } from '#machines/session/two-factor.machine';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { LogicsContext, type LazyBundles, type ViewLogics } from '#ui/base/lazy-bundles.ts';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

// jsdom has no top layer; nothing is looked at here that would be drawn in it.
Object.assign(HTMLElement.prototype, { showPopover: () => {}, hidePopover: () => {} });

/** What the kit needs of the application: a journal that listens to nobody. */
const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;

export const OPTIONS: OptionsPage['options'] = [
  { value: 1, label: 'Tea', parentId: null, depth: 0 },
  { value: 2, label: 'Green tea', parentId: 1, depth: 1 },
  { value: 3, label: 'Kitchen', parentId: null, depth: 0 },
];

/** Answers at once from a fixed list, by name or by number. */
const remoteSelect = remoteSelectMachine.provide({
  actors: {
    loadOptions: fromPromise<OptionsPage, OptionsRequest>(async ({ input: { text, value } }) => {
      const options = OPTIONS.filter((option) => (value === null ? option.label.includes(text) : option.value === value));
      // Of what is called so there are ten thousand more.
      return { options, total: options.length, untold: text === 'ea' ? 10_000 : 0 };
    }),
  },
  delays: { typingPause: 0 },
});

const optionTree = optionTreeMachine.provide({
  actors: {
    // The last is one's own.
    loadOptions: fromPromise<TreeOptions, OptionTreeInput>(({ input: { of, isWithoutOwn } }) => {
      const offered = OPTIONS.slice(0, isWithoutOwn ? -1 : undefined);
      const options = offered.map(({ value, parentId, label }) => ({ id: value, parentId, title: label }));
      // Of member rules there are ten thousand more.
      return Promise.resolve({ options, untold: of === 'memberRule' ? 10_000 : 0 });
    }),
  },
});

const tagOptions = tagOptionsMachine.provide({
  actors: { loadTags: fromPromise<readonly string[], TagOptionsInput>(() => Promise.resolve(['new', 'spring', 'gift'])) },
});

/** What a field needs to take files; none of them goes anywhere unless a test says so. */
export const testUploads: { -readonly [Name in keyof UploadBundle]: UploadBundle[Name] } = {
  queue: uploadQueueMachine.provide({ actors: { upload: inertOf(uploadMachine) } }),
  picker: uploadPickerMachine,
  uses: attachmentUsesMachine,
  crop: inertOf(pictureCropMachine),
  keep: (
    (count) =>
    ({ name, size, type }: File) => ({ fileId: `file-${(count += 1)}`, name, sizeBytes: size, mimeType: type })
  )(0),
  forget: () => {},
  planFor: (wishes) =>
    uploadPlan({ mode: 'local', maxSizeBytes: 1000, mimeTypes: ['png', 'pdf'], saveName: '', url: '', params: {} }, wishes),
};
/** The tools of tables; they never answer unless a test puts others in their place. */
export const testTables: { -readonly [Name in keyof TableBundle]: TableBundle[Name] } = { savedViews: inertOf(savedViewsMachine) };
export const testTools: { -readonly [Name in keyof TableToolsBundle]: TableToolsBundle[Name] } = {
  bulkEdit: inertOf(bulkEditMachine),
  relatedChoice: inertOf(relatedChoiceMachine),
  exportList: inertOf(exportMachine),
  matchingRun: inertOf(matchingRunMachine),
  isRunning: watchRunning,
  isTyped,
  matchingForm,
};

/** What brings records in; it never answers either. */
const testImport: ImportBundle = { importRows: inertOf(importMachine), keep: testUploads.keep };

const never = lazyOnce(() => new Promise<never>(() => {}));

/** The bundles of the application; a test may put others in their place, or stand-ins in the place of one's logics. */
export const testBundles: { -readonly [Name in keyof LazyBundles]: LazyBundles[Name] } = {
  account: lazyNow({
    sessions: inertOf(sessionsMachine),
    twoFactor: inertOf(twoFactorMachine),
    enrolment: inertOf(twoFactorEnrolmentMachine),
    passkeys: inertOf(passkeysMachine),
    passkeySignIn: inertOf(passkeySignInMachine),
    factorOfMember: () => inertOf(twoFactorMachine),
    factorOfAdmin: () => inertOf(twoFactorMachine),
    personErasure: inertOf(personErasureMachine),
    adminErasure: inertOf(personErasureMachine),
    ledgerOutcome: inertOf(ledgerOutcomeMachine),
    memberLetter: inertOf(memberLetterMachine),
  }),
  admin: never,
  changes: never,
  chat: never,
  staffChat: never,
  choice: lazyNow({ remoteSelect, optionTree, tagOptions }),
  captcha: lazyNow({ picture: inertOf(clickCaptchaMachine), work: inertOf(captchaWorkMachine) }),
  designer: lazyNow({ sendable: inertOf(sendableStepsMachine) } as DesignerBundle),
  system: never,
  apiExplorer: never,
  dashboard: lazyNow({
    cascadePicker: inertOf(cascadePickerMachine),
    dashboard: inertOf(dashboardMachine),
    dashboardLayout: inertOf(dashboardLayoutMachine),
    lifeWaiting: inertOf(lifeWaitingMachine),
  }),
  entry: never,
  external: lazyNow({ signIn: () => inertOf(externalSignInMachine), identities: inertOf(identitiesMachine) }),
  help: lazyNow(inertOf(helpMachine)),
  iconPicker: lazyNow(inertOf(iconPickerMachine)),
  member: never,
  messages: never,
  memberPages: never,
  modules: never,
  notifications: never,
  palette: never,
  problemReport: lazyNow(inertOf(problemReportMachine)),
  problemWindow: never,
  rowWindows: never,
  settings: never,
  life: lazyNow({
    lifeAct: inertOf(lifeActMachine),
    recordLife: inertOf(recordLifeMachine),
    lifeOffers: inertOf(lifeOffersMachine),
    lifeBoard: inertOf(lifeBoardMachine),
    lifeReport: inertOf(lifeReportMachine),
    lifeRequests: inertOf(lifeRequestsMachine),
    stepChoice: stepChoiceMachine,
  }),
  table: lazyNow(testTables),
  undoWrite: never,
  tableImport: lazyNow(testImport),
  tableTools: lazyNow(testTools),
  terminal: never,
  upload: lazyNow(testUploads),
};

const testLogics: ViewLogics = { waysOut: createTestWorld().ports, hasMemberDraft: () => false, hasPasskeys: false, bundles: testBundles };

/** Where a view stands in the application: these bundles, and nothing else of it. */
export const withBundles = (bundles: Partial<LazyBundles>, view: ReactElement): ReactElement => (
  <LogicsContext value={{ ...testLogics, bundles: { ...testBundles, ...bundles } }}>{view}</LogicsContext>
);
export async function startKitMessages(language: 'zh-cn' | 'en'): Promise<void> {
  await startMessages(language);
  await loadMessages(['resources', 'savedViews', 'search', 'tables', 'upload']);
  await loadAllSectionWords();
}

/** A view with what it finds around it in the application, without Mantine's own provider. */
export const inApp = (view: ReactElement): ReactElement => (
  <AppHandleContext value={handle}>
    <LogicsContext value={testLogics}>{view}</LogicsContext>
  </AppHandleContext>
);

export const renderInApp = (view: ReactElement) =>
  render(view, { wrapper: ({ children }) => <MantineProvider env="test">{inApp(<>{children}</>)}</MantineProvider> });

export const ALL_ABILITIES = { mayAdd: true, mayEdit: true, mayDelete: true, maySort: true } as const;
export const NO_ABILITIES = { mayAdd: false, mayEdit: false, mayDelete: false, maySort: false } as const;

export const inputOf = (resource: Resource, abilities: CollectionInput['abilities']): CollectionInput => ({
  ...sectionInput(resource, abilities, null),
  params: {},
  owner: createEmptyActor(),
});
export const goodsInput = (abilities: CollectionInput['abilities'] = ALL_ABILITIES): CollectionInput => inputOf(goods, abilities);

/** A row of goods that differs by its number only. */
export const goodsRow = (id: number): ListRow => ({
  id,
  images: [`/samples/${id}.svg`, '/samples/cup.svg'],
  title: `Tea ${id}`,
  titleEn: '',
  subtitle: '',
  categoryId: 2,
  category: { id: 2, name: 'Green tea' },
  price: 1234_50 + id,
  listPrice: null,
  stock: 12_000,
  unit: 'box',
  status: 'on',
  tags: ['new', 'spring'],
  weigh: id,
  version: 1,
  createTime: 1_764_000_000,
  updateTime: 1_764_000_000,
});

export const goodsRows = (count: number): readonly ListRow[] => Array.from({ length: count }, (_, index) => goodsRow(index + 1));
