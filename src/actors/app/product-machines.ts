import type { AnyStateMachine } from 'xstate';
import { cascadePickerMachine } from '#machines/fields/cascade-picker.machine';
import { binSectionsMachine } from '#machines/changes/bin-sections.machine';
import { changeRecordsMachine } from '#machines/changes/change-records.machine';
import { erasureMachine } from '#machines/changes/erasure.machine';
import { sectionRestoreMachine } from '#machines/changes/section-restore.machine';
import { ruleSubjectMachine } from '#machines/changes/rule-subject.machine';
import { flowChartMachine } from '#machines/observe/flow-chart.machine';
import { lifeActMachine } from '#machines/life/life-act.machine';
import { lifeBoardMachine } from '#machines/life/life-board.machine';
import { lifeReportMachine } from '#machines/life/life-report.machine';
import { lifeCanvasMachine } from '#machines/designer/life-canvas.machine';
import { lifeRehearsalMachine } from '#machines/designer/life-rehearsal.machine';
import { sendableStepsMachine } from '#machines/designer/sendable-steps.machine';
import { lifeTrialMachine } from '#machines/designer/life-trial.machine';
import { notificationBellMachine } from '#machines/notifications/notification-bell.machine';
import { notificationsMachine } from '#machines/notifications/notifications.machine';
import { notificationWaysMachine } from '#machines/notifications/notification-ways.machine';
import { recordWatchMachine } from '#machines/notifications/record-watch.machine';
import { lifeRequestsMachine } from '#machines/life/life-requests.machine';
import { lifeWaitingMachine } from '#machines/life/life-waiting.machine';
import { lifeOffersMachine } from '#machines/life/life-offers.machine';
import { stepChoiceMachine } from '#machines/life/step-choice.machine';
import { recordLifeMachine } from '#machines/life/record-life.machine';
import { recordHistoryMachine } from '#machines/changes/record-history.machine';
import { restoreMachine } from '#machines/changes/restore.machine';
import { revealMachine } from '#machines/changes/reveal.machine';
import { rollBackMachine } from '#machines/changes/roll-back.machine';
import { undoPlanMachine } from '#machines/changes/undo-plan.machine';
import { clearCacheMachine } from '#machines/shell/clear-cache.machine';
import { captchaWorkMachine } from '#machines/session/captcha-work.machine';
import { clickCaptchaMachine } from '#machines/session/click-captcha.machine';
import { commandPaletteMachine } from '#machines/shell/command-palette.machine';
import { dashboardLayoutMachine } from '#machines/shell/dashboard-layout.machine';
import { dashboardMachine } from '#machines/shell/dashboard.machine';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { exportMachine } from '#machines/table/export.machine';
import { faultMachine } from '#machines/app/fault.machine';
import { helpMachine } from '#machines/help/help.machine';
import { playbackMachine } from '#machines/terminal/playback.machine';
import { iconPickerMachine } from '#machines/fields/icon-picker.machine';
import { linkEditorMachine } from '#machines/fields/link-editor.machine';
import { optionTreeMachine } from '#machines/fields/option-tree.machine';
import { typedNameMachine } from '#machines/designer/typed-name.machine';
import { outsideStylesMachine } from '#machines/app/outside-styles.machine';
import { problemDialogMachine } from '#machines/observe/problem-dialog.machine';
import { problemReportMachine } from '#machines/observe/problem-report.machine';
import { recordingMachine } from '#machines/observe/recording.machine';
import { remoteSelectMachine } from '#machines/fields/remote-select.machine';
import { tagOptionsMachine } from '#machines/fields/tag-options.machine';
import { relatedChoiceMachine } from '#machines/table/related-choice.machine';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import { savedViewsMachine } from '#machines/table/saved-views.machine';
import { attachmentUsesMachine } from '#machines/files/upload-uses.machine';
import { pictureCropMachine } from '#machines/files/picture-crop.machine';
import { apiCallMachine } from '#machines/programs/api-call.machine';
import { apiExplorerMachine } from '#machines/programs/api-explorer.machine';
import { systemStatusMachine } from '#machines/observe/system-status.machine';
import { uploadPickerMachine } from '#machines/files/upload-picker.machine';
import { designerLogics } from '../designer/designer-logics.ts';
import { moduleStoreLogic } from '../modules/module-store.actors.ts';
import { chatFileLogic } from '../chat/chat-file.actors.ts';
import { promptChoiceLogic } from '../chat/prompt-choice.actors.ts';
import { threadAids } from '../chat/thread-aids.ts';
import { chatLogic, composerLogic } from '../chat/chat.actors.ts';
import { chatWindows } from '../chat/chat-windows.ts';
import { proposalLogic } from '../chat/staff-chat.bundle.ts';
import { externalBundle } from '../external/external.bundle.ts';
import { accountBundle } from './account.bundle.ts';
import { entryBundle } from '../members/entry.actors.ts';
import { memberNoticesLogic } from '../members/member-notices.actors.ts';
import { messagesLogic } from '../members/messages.actors.ts';
import { ownDataBundle } from '../members/own-data.bundle.ts';
import { safetyBundle } from '../members/safety.bundle.ts';
import { memberShellLogic } from '../members/member-shell.actors.ts';
import { memberPagesBundle } from '../members/member-pages.bundle.ts';
import { memberBundle } from '../members/member.bundle.ts';
import { adminBundle } from '../shell/admin.bundle.ts';
import { appLogic } from './app.actors.ts';
import { gatewayLogic } from '../session/gateway.actors.ts';
import { languageLogic } from './language.actors.ts';
import { layoutLogic } from './layout.actors.ts';
import { navigationLogic } from './navigation.actors.ts';
import type { LogicOf } from '../observe/replay.ts';
import { rowWindowBundle } from '../shell/row-window.bundle.ts';
import { recoveryCodesLogic } from '../session/recovery-codes.actors.ts';
import { sessionLogic } from '../session/session.actors.ts';
import { settingsBundle } from '../settings/settings.bundle.ts';
import { importBundle } from '../table/import.bundle.ts';
import { tableToolsBundle } from '../table/tools.bundle.ts';
import { terminalLogic } from '../terminal/terminal.actors.ts';
import { uploadQueueLogic } from '../files/upload.actors.ts';

/** A fold runs no effect: nobody asks for what effects would reach through these. */
const NO_PORTS = { page: {} } as never;

function application(): AnyStateMachine {
  const children = {
    language: languageLogic(NO_PORTS),
    navigation: navigationLogic(NO_PORTS),
    layout: layoutLogic(NO_PORTS),
    session: sessionLogic(NO_PORTS),
    gateway: gatewayLogic(NO_PORTS),
  };
  const app = appLogic({ ...(NO_PORTS as object), children } as never);
  const { adminShell } = adminBundle(NO_PORTS);
  return app.provide({
    actors: {
      adminShell,
      memberShell: memberShellLogic({ ...(NO_PORTS as object), proofLogic: safetyBundle(NO_PORTS).proof } as never),
      terminal: terminalLogic(NO_PORTS),
    },
  });
}

/** Machines as the product wires them, by the name that an actor without an owner has in the journal; of many of a kind by what stands before the colon. */
export function productMachines(): ReadonlyMap<string, AnyStateMachine> {
  const account = accountBundle(NO_PORTS);
  const { sessions, twoFactor, enrolment, factorOfAdmin, factorOfMember, personErasure, adminErasure, ledgerOutcome, memberLetter } =
    account;
  const { config, profile } = settingsBundle(NO_PORTS);
  const { bulkEdit, matchingRun } = tableToolsBundle(NO_PORTS);
  const { importRows } = importBundle(NO_PORTS);
  const { registration, passwordReset, addressUndo, codeSignIn, passkeySignIn } = entryBundle(NO_PORTS);
  const designer = designerLogics(NO_PORTS);
  const safety = safetyBundle(NO_PORTS);
  const ownData = ownDataBundle(NO_PORTS);
  const chatForms = chatWindows({ calls: {} } as never);
  const chatAids = threadAids(NO_PORTS);
  const member = { ...memberBundle(NO_PORTS), ...memberPagesBundle(NO_PORTS) };
  return new Map<string, AnyStateMachine>([
    ['app', application()],
    // What anybody sees.
    ['fault', faultMachine],
    ['outsideStyles', outsideStylesMachine],
    ['problemReport', problemReportMachine],
    ['problemDialog', problemDialogMachine],
    ['help', helpMachine],
    ['helpDrawer', disclosureMachine],
    ['clickCaptcha', clickCaptchaMachine],
    ['captchaWork', captchaWorkMachine],
    ['captchaWay', disclosureMachine],
    ...['wrongDay', 'wrongNumber', 'wrongPlace'].map((id) => [id, disclosureMachine] as const),
    // Of the chat.
    ['chat', chatLogic({ calls: {} } as never)],
    ['chatComposer', composerLogic({ calls: {} } as never)],
    ['chatFile', chatFileLogic({ calls: {} } as never)],
    ['chatForm', chatForms.form],
    ['chatPrompts', promptChoiceLogic()],
    ['passage', chatAids.passage],
    ['newest', chatAids.newest],
    ['readAloud', chatAids.readAloud],
    ['chatShares', chatForms.shares],
    ['sharedThread', chatForms.shared],
    ['proposal', proposalLogic(NO_PORTS)],
    ...['chatDrawer', 'chatEdit', 'chatRowMenu', 'chatListMenu'].map((id) => [id, disclosureMachine] as const),
    // Of the member centre.
    ['registration', registration],
    ['passwordReset', passwordReset],
    ['addressUndo', addressUndo],
    ['codeSignIn', codeSignIn],
    ['passkeySignIn', passkeySignIn],
    ['passkeyWay', disclosureMachine],
    ['passkeyWanted', disclosureMachine],
    ['passkeys', safety.passkeys],
    ['adminPasskeys', account.passkeys],
    ['adminPasskeySignIn', account.passkeySignIn],
    ['externalSignIn', externalBundle(NO_PORTS).signIn('admin')],
    ['identities', externalBundle(NO_PORTS).identities],
    ['memberIdentities', safety.identities],
    ['memberMenu', disclosureMachine],
    ['discardKeptProfile', disclosureMachine],
    ['memberOverview', member.overview],
    ['ledger', member.ledger],
    ['messages', messagesLogic(NO_PORTS)],
    ['memberNotices', memberNoticesLogic(NO_PORTS)],
    ['memberSessions', safety.sessions],
    ['memberTwoFactor', safety.twoFactor],
    ['signIns', safety.signIns],
    ['disavowal', safety.disavowal],
    ['overviewDisavowal', safety.disavowal],
    ['wasNotMe', disclosureMachine],
    ['pictureCrop', pictureCropMachine],
    ['ownFiles', ownData.ownFiles],
    ['dataExport', ownData.dataExport],
    ['deletion', ownData.deletion],
    ['deletionNotice', ownData.deletion],
    ['ledgerFile', member.ledgerFile],
    ['accountForm:profile', member.profileForm],
    ['accountForm:password', member.passwordForm],
    ['bindChange', member.bindChange],
    // Around the pages of the back office.
    ...['layoutDrawer', 'palette', 'accountMenu', 'clearCacheMenu', 'tableTools', 'breadcrumb'].map(
      (id) => [id, disclosureMachine] as const,
    ),
    ['commandPalette', commandPaletteMachine],
    ...['clearCache', 'accountClearCache', 'cacheHint', 'paletteClearCache'].map((id) => [id, clearCacheMachine] as const),
    ['dashboard', dashboardMachine],
    ['dashboardLayout', dashboardLayoutMachine],
    ['settings:config', config],
    ['settings:profile', profile],
    ['sectionDesigner', designer.designer],
    ['designedSections', designer.sections],
    ['designOrigins', designer.origins],
    ['sectionRevisions', designer.revisions],
    ['ejection', designer.ejection],
    ['fieldPalette', designer.palette],
    ['typedName', typedNameMachine],
    ['lifeField', typedNameMachine],
    ['lifeCanvas', lifeCanvasMachine],
    ['lifeTrial', lifeTrialMachine],
    ['lifeRehearsal', lifeRehearsalMachine],
    ['sendableSteps', sendableStepsMachine],
    ['moduleStore', moduleStoreLogic(NO_PORTS)],
    ['systemStatus', systemStatusMachine],
    ['sectionRestore', sectionRestoreMachine],
    ['apiExplorer', apiExplorerMachine],
    ['apiCall', apiCallMachine],
    ['sessions', sessions],
    ['twoFactor', twoFactor],
    ['factorOfMember', factorOfMember(0)],
    ['factorOfAdmin', factorOfAdmin(0)],
    ['personErasure', personErasure],
    ['adminErasure', adminErasure],
    ['ledgerOutcome', ledgerOutcome],
    ['memberLetter', memberLetter],
    ['enrolment', enrolment],
    ['recoveryCodes', recoveryCodesLogic(() => {})],
    ['playback', playbackMachine],
    // Of tables and their rows.
    ['rowWindow', rowWindowMachine],
    ['explanation', rowWindowBundle(NO_PORTS).explanation],
    ['draftPreview', rowWindowBundle(NO_PORTS).draftPreview],
    ['modelTrial', rowWindowBundle(NO_PORTS).modelTrial],
    ['tokenIssue', rowWindowBundle(NO_PORTS).tokenIssue],
    ['webhookTrial', rowWindowBundle(NO_PORTS).webhookTrial],
    ['deliveryLog', rowWindowBundle(NO_PORTS).deliveryLog],
    ['keptRun', rowWindowBundle(NO_PORTS).newKeptRun().logic],
    ['windowForm', rowWindowBundle(NO_PORTS).windowForm],
    ...['savedViewsPanel', 'sortMenu', 'exportMenu', 'importMenu', 'tableSettings'].map((id) => [id, disclosureMachine] as const),
    ['savedViews', savedViewsMachine],
    ['notificationBell', notificationBellMachine],
    ['notifications', notificationsMachine],
    ['notificationWays', notificationWaysMachine],
    ['recordWatch', recordWatchMachine],
    ['export', exportMachine],
    ['import', importRows],
    ['recordLife', recordLifeMachine],
    ['lifeAct', lifeActMachine],
    ['lifeOffers', lifeOffersMachine],
    ['lifeBoard', lifeBoardMachine],
    ['lifeReport', lifeReportMachine],
    ['lifeWaiting', lifeWaitingMachine],
    ['lifeRequests', lifeRequestsMachine],
    ['lifeRequestsDialog', disclosureMachine],
    ['stepChoice', stepChoiceMachine],
    ['bulkSteps', rowWindowMachine],
    ['matching', rowWindowMachine],
    ['matchingRun', matchingRun],
    ['matchingForm', bulkEdit],
    ['boardWindow', rowWindowMachine],
    ['lifeChart', flowChartMachine],
    ['historyTab', disclosureMachine],
    ['recordHistory', recordHistoryMachine],
    ['deletedRecord', recordHistoryMachine],
    ['changeRecords', changeRecordsMachine],
    ['undoPlan', undoPlanMachine],
    ['binSections', binSectionsMachine],
    ['ruleSubject', ruleSubjectMachine],
    ['erasure', erasureMachine],
    ['restore', restoreMachine],
    ['rollBack', rollBackMachine],
    ['reveal', revealMachine],
    ['bulkEdit', disclosureMachine],
    ['bulkEditForm', bulkEdit],
    ['attachmentUses', attachmentUsesMachine],
    ['relatedChoice', relatedChoiceMachine],
    ['recording', recordingMachine],
    // Of fields.
    ['remoteSelect', remoteSelectMachine],
    ['optionTree', optionTreeMachine],
    ['tagOptions', tagOptionsMachine],
    ['cityPicker', cascadePickerMachine],
    ['projectPicker', cascadePickerMachine],
    ['iconSelect', disclosureMachine],
    ['iconPicker', iconPickerMachine],
    ['linkEditor', linkEditorMachine],
    ['attachmentPicker', disclosureMachine],
    ['uploadPicker', uploadPickerMachine],
    ['uploads', uploadQueueLogic(NO_PORTS)],
  ]);
}

/** The machines of today, wired as the product wires them, for whoever folds a journal of it. */
export function productLogic(): LogicOf {
  const machines = productMachines();
  return (path) => machines.get(path) ?? (path.includes('/') ? undefined : machines.get(path.slice(0, Math.max(path.indexOf(':'), 0))));
}
