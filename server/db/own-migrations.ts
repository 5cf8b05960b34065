import type { Migration } from 'kysely/migration';
import { firstTables } from './migrations/0001-first-tables.ts';
import { captcha } from './migrations/0002-captcha.ts';
import { verificationCodes } from './migrations/0003-verification-codes.ts';
import { attachments } from './migrations/0004-attachments.ts';
import { terminal } from './migrations/0005-terminal.ts';
import { members } from './migrations/0010-members.ts';
import { rights } from './migrations/0011-rights.ts';
import { memberSections } from './migrations/0012-member-sections.ts';
import { settings } from './migrations/0013-settings.ts';
import { projects } from './migrations/0014-projects.ts';
import { savedViews } from './migrations/0015-saved-views.ts';
import { accountSecurity } from './migrations/0016-account-security.ts';
import { styleSheets } from './migrations/0017-style-sheets.ts';
import { undo } from './migrations/0018-undo.ts';
import { problemReports } from './migrations/0021-problem-reports.ts';
import { problemSection } from './migrations/0022-problem-section.ts';
import { terminalProcesses } from './migrations/0023-terminal-processes.ts';
import { codeRequesters } from './migrations/0024-code-requesters.ts';
import { tokenRotation } from './migrations/0031-token-rotation.ts';
import { guesses } from './migrations/0034-guesses.ts';
import { retention } from './migrations/0035-retention.ts';
import { listIndexes } from './migrations/0043-list-indexes.ts';
import { searchIndexes } from './migrations/0044-search-indexes.ts';
import { searchGrams } from './migrations/0045-search-grams.ts';
import { sections } from './migrations/0051-sections.ts';
import { changes } from './migrations/0052-changes.ts';
import { dataSafety } from './migrations/0053-data-safety.ts';
import { timeline } from './migrations/0056-timeline.ts';
import { captchaWork } from './migrations/0064-captcha-work.ts';
import { cloudForms } from './migrations/0065-cloud-forms.ts';
import { recycledFiles } from './migrations/0066-recycled-files.ts';
import { leanJournal } from './migrations/0067-lean-journal.ts';
import { memberCentre } from './migrations/0070-member-centre.ts';
import { securityEvents } from './migrations/0071-security-events.ts';
import { memberMessages } from './migrations/0072-member-messages.ts';
import { memberSafety } from './migrations/0075-member-safety.ts';
import { currency } from './migrations/0077-currency.ts';
import { dailyCheckIn } from './migrations/0078-daily-check-in.ts';
import { addressPasses } from './migrations/0080-address-passes.ts';
import { codeSignIn } from './migrations/0081-code-sign-in.ts';
import { passkeys } from './migrations/0082-passkeys.ts';
import { siteVersion } from './migrations/0083-site-version.ts';
import { publicGoods } from './migrations/0084-public-goods.ts';
import { chat } from './migrations/0085-chat.ts';
import { chatFeedbackFilters } from './migrations/0086-chat-feedback.ts';
import { fewerGrams } from './migrations/0093-fewer-grams.ts';
import { memberExports } from './migrations/0096-member-exports.ts';
import { memberDeletions } from './migrations/0097-member-deletions.ts';
import { chatSettings } from './migrations/0101-chat-settings.ts';
import { memberFilesPage } from './migrations/0113-member-files-page.ts';
import { sitePages } from './migrations/0120-site-pages.ts';
import { homePictures } from './migrations/0121-home-pictures.ts';
import { previewSignIns } from './migrations/0122-preview-sign-ins.ts';
import { chatProviders } from './migrations/0130-chat-providers.ts';
import { chatCosts } from './migrations/0131-chat-costs.ts';
import { chatBounds } from './migrations/0132-chat-bounds.ts';
import { sectionDesigner } from './migrations/0140-section-designer.ts';
import { sectionRules } from './migrations/0141-section-rules.ts';
import { designerPage } from './migrations/0142-designer-page.ts';
import { logOfDesigns } from './migrations/0145-log-of-designs.ts';
import { staffMessages } from './migrations/0150-staff-messages.ts';
import { chatCostSight } from './migrations/0158-chat-cost-sight.ts';
import { moduleStore } from './migrations/0163-module-store.ts';
import { listOrders } from './migrations/0170-list-orders.ts';
import { moduleRunsByKey } from './migrations/0177-module-runs-by-key.ts';
import { moduleStorePage } from './migrations/0178-module-store-page.ts';
import { moduleParts } from './migrations/0182-module-parts.ts';
import { chatTools } from './migrations/0186-chat-tools.ts';
import { chatPage } from './migrations/0187-chat-page.ts';
import { recordLife } from './migrations/0190-record-life.ts';
import { modulePictures } from './migrations/0193-module-pictures.ts';
import { sparserGrams } from './migrations/0194-sparser-grams.ts';
import { memberCloudForms } from './migrations/0198-member-cloud-forms.ts';
import { dashboardLayout } from './migrations/0200-dashboard-layout.ts';
import { moduleRegistries } from './migrations/0206-module-registries.ts';
import { lifeTimers } from './migrations/0211-life-timers.ts';
import { chatMasks } from './migrations/0230-chat-masks.ts';
import { chatCaptcha } from './migrations/0231-chat-captcha.ts';
import { chatProposalNames } from './migrations/0232-chat-proposal-names.ts';
import { lifeRequests } from './migrations/0250-life-requests.ts';
import { lifeRevisionOwners } from './migrations/0251-life-revisions.ts';
import { apiTokens } from './migrations/0280-api-tokens.ts';
import { takenCloudForms } from './migrations/0281-taken-cloud-forms.ts';
import { goodsTimes } from './migrations/0300-goods-times.ts';
import { noticeStates } from './migrations/0301-notice-states.ts';
import { stepEffects } from './migrations/0302-step-effects.ts';
import { demoEnabled } from './migrations/0310-demo-enabled.ts';
import { chatAttachments } from './migrations/0315-chat-attachments.ts';
import { chatCharges } from './migrations/0316-chat-charges.ts';
import { systemPage } from './migrations/0340-system-page.ts';
import { memberNotices } from './migrations/0350-member-notices.ts';
import { notifications } from './migrations/0360-notifications.ts';
import { pageFiles } from './migrations/0380-page-files.ts';
import { webhooks } from './migrations/0390-webhooks.ts';
import { externalSignIn } from './migrations/0420-external-sign-in.ts';
import { adminPasskeys } from './migrations/0430-admin-passkeys.ts';
import { cancelledExports } from './migrations/0440-cancelled-exports.ts';
import { apiTrialPage } from './migrations/0441-api-trial-page.ts';
import { chatSteps } from './migrations/0460-chat-steps.ts';
import { distinctIcons } from './migrations/0465-distinct-icons.ts';
import { writesFromBackups } from './migrations/0490-writes-from-backups.ts';
import { signOutElsewhere } from './migrations/0505-sign-out-elsewhere.ts';
import { siteLives } from './migrations/0510-site-lives.ts';
import { sectionRestores } from './migrations/0515-section-restores.ts';
import { memberDeletionRequests } from './migrations/0520-member-deletion-requests.ts';
import { countsBehindTheClock } from './migrations/0530-counts-behind-the-clock.ts';
import { startersByAudience } from './migrations/0535-starters-by-audience.ts';
import { hiddenRules } from './migrations/0525-hidden-rules.ts';
import { namesOfEndedAdmins } from './migrations/0570-names-of-ended-admins.ts';
import { checkInsWithoutNetwork } from './migrations/0600-check-ins-without-network.ts';
import { lifeRevisionsByVersion } from './migrations/0630-life-revisions-by-version.ts';
import { tokensByAge } from './migrations/0635-tokens-by-age.ts';
import { longerCloudStrays } from './migrations/0640-longer-cloud-strays.ts';
import { factorByGroup } from './migrations/0650-factor-by-group.ts';
import { tagsOfFiles } from './migrations/0661-tags-of-files.ts';
import { factorSuccessors } from './migrations/0670-factor-successors.ts';
import { factsOfRuns } from './migrations/0680-facts-of-runs.ts';
import { ownersInTheJournal } from './migrations/0685-owners-in-the-journal.ts';
import { deliveries } from './migrations/0686-deliveries.ts';
import { uncountedAttempts } from './migrations/0690-uncounted-attempts.ts';
import { knownFactors } from './migrations/0691-known-factors.ts';
import { sessionLookups } from './migrations/0710-session-lookups.ts';
import { traceErasures } from './migrations/0730-trace-erasures.ts';
import { fewerQuestions } from './migrations/0735-fewer-questions.ts';
import { adminAddressesBack } from './migrations/0740-admin-addresses-back.ts';
import { goodsByShownName } from './migrations/0755-goods-by-shown-name.ts';
import { personalColumns } from './migrations/0770-personal-columns.ts';
import { titlesOfOwnEntries } from './migrations/0790-titles-of-own-entries.ts';
import { namesOfPersons } from './migrations/0800-names-of-persons.ts';
import { namesOfStarters } from './migrations/0801-names-of-starters.ts';
import { menuByPurpose } from './migrations/0810-menu-by-purpose.ts';

/** Listed by hand, in order; a name once released never changes. Sections made from now on have their steps in their folders. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-captcha': captcha,
  '0003-verification-codes': verificationCodes,
  '0004-attachments': attachments,
  '0005-terminal': terminal,
  '0010-members': members,
  '0011-rights': rights,
  '0012-member-sections': memberSections,
  '0013-settings': settings,
  '0014-projects': projects,
  '0015-saved-views': savedViews,
  '0016-account-security': accountSecurity,
  '0017-style-sheets': styleSheets,
  '0018-undo': undo,
  '0021-problem-reports': problemReports,
  '0022-problem-section': problemSection,
  '0023-terminal-processes': terminalProcesses,
  '0024-code-requesters': codeRequesters,
  '0031-token-rotation': tokenRotation,
  '0034-guesses': guesses,
  '0035-retention': retention,
  '0043-list-indexes': listIndexes,
  '0044-search-indexes': searchIndexes,
  '0045-search-grams': searchGrams,
  '0051-sections': sections,
  '0052-changes': changes,
  '0053-data-safety': dataSafety,
  '0056-timeline': timeline,
  '0064-captcha-work': captchaWork,
  '0065-cloud-forms': cloudForms,
  '0066-recycled-files': recycledFiles,
  '0067-lean-journal': leanJournal,
  '0070-member-centre': memberCentre,
  '0071-security-events': securityEvents,
  '0072-member-messages': memberMessages,
  '0075-member-safety': memberSafety,
  '0077-currency': currency,
  '0078-daily-check-in': dailyCheckIn,
  '0080-address-passes': addressPasses,
  '0081-code-sign-in': codeSignIn,
  '0082-passkeys': passkeys,
  '0083-site-version': siteVersion,
  '0084-public-goods': publicGoods,
  '0085-chat': chat,
  '0086-chat-feedback': chatFeedbackFilters,
  '0093-fewer-grams': fewerGrams,
  '0096-member-exports': memberExports,
  '0097-member-deletions': memberDeletions,
  '0101-chat-settings': chatSettings,
  '0113-member-files-page': memberFilesPage,
  '0120-site-pages': sitePages,
  '0121-home-pictures': homePictures,
  '0122-preview-sign-ins': previewSignIns,
  '0130-chat-providers': chatProviders,
  '0131-chat-costs': chatCosts,
  '0132-chat-bounds': chatBounds,
  '0140-section-designer': sectionDesigner,
  '0141-section-rules': sectionRules,
  '0142-designer-page': designerPage,
  '0145-log-of-designs': logOfDesigns,
  '0150-staff-messages': staffMessages,
  '0158-chat-cost-sight': chatCostSight,
  '0163-module-store': moduleStore,
  '0170-list-orders': listOrders,
  '0177-module-runs-by-key': moduleRunsByKey,
  '0178-module-store-page': moduleStorePage,
  '0182-module-parts': moduleParts,
  '0186-chat-tools': chatTools,
  '0187-chat-page': chatPage,
  '0190-record-life': recordLife,
  '0193-module-pictures': modulePictures,
  '0194-sparser-grams': sparserGrams,
  '0198-member-cloud-forms': memberCloudForms,
  '0200-dashboard-layout': dashboardLayout,
  '0206-module-registries': moduleRegistries,
  '0211-life-timers': lifeTimers,
  '0230-chat-masks': chatMasks,
  '0231-chat-captcha': chatCaptcha,
  '0232-chat-proposal-names': chatProposalNames,
  '0250-life-requests': lifeRequests,
  '0251-life-revisions': lifeRevisionOwners,
  '0280-api-tokens': apiTokens,
  '0281-taken-cloud-forms': takenCloudForms,
  '0300-goods-times': goodsTimes,
  '0301-notice-states': noticeStates,
  '0302-step-effects': stepEffects,
  '0310-demo-enabled': demoEnabled,
  '0315-chat-attachments': chatAttachments,
  '0316-chat-charges': chatCharges,
  '0340-system-page': systemPage,
  '0350-member-notices': memberNotices,
  '0360-notifications': notifications,
  '0380-page-files': pageFiles,
  '0390-webhooks': webhooks,
  '0420-external-sign-in': externalSignIn,
  '0430-admin-passkeys': adminPasskeys,
  '0440-cancelled-exports': cancelledExports,
  '0441-api-trial-page': apiTrialPage,
  '0460-chat-steps': chatSteps,
  '0465-distinct-icons': distinctIcons,
  '0490-writes-from-backups': writesFromBackups,
  '0505-sign-out-elsewhere': signOutElsewhere,
  '0510-site-lives': siteLives,
  '0515-section-restores': sectionRestores,
  '0520-member-deletion-requests': memberDeletionRequests,
  '0525-hidden-rules': hiddenRules,
  '0530-counts-behind-the-clock': countsBehindTheClock,
  '0535-starters-by-audience': startersByAudience,
  '0570-names-of-ended-admins': namesOfEndedAdmins,
  '0600-check-ins-without-network': checkInsWithoutNetwork,
  '0630-life-revisions-by-version': lifeRevisionsByVersion,
  '0635-tokens-by-age': tokensByAge,
  '0640-longer-cloud-strays': longerCloudStrays,
  '0650-factor-by-group': factorByGroup,
  '0661-tags-of-files': tagsOfFiles,
  '0670-factor-successors': factorSuccessors,
  '0680-facts-of-runs': factsOfRuns,
  '0685-owners-in-the-journal': ownersInTheJournal,
  '0686-deliveries': deliveries,
  '0690-uncounted-attempts': uncountedAttempts,
  '0691-known-factors': knownFactors,
  '0710-session-lookups': sessionLookups,
  '0730-trace-erasures': traceErasures,
  '0735-fewer-questions': fewerQuestions,
  '0740-admin-addresses-back': adminAddressesBack,
  '0755-goods-by-shown-name': goodsByShownName,
  '0770-personal-columns': personalColumns,
  '0790-titles-of-own-entries': titlesOfOwnEntries,
  '0800-names-of-persons': namesOfPersons,
  '0801-names-of-starters': namesOfStarters,
  '0810-menu-by-purpose': menuByPurpose,
};
