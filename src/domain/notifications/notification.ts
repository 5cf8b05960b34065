/** What administrators are told of, and by which kind each of them says how they want to hear of it. */
export const NOTIFICATION_KINDS = ['security', 'work', 'watched', 'requests', 'programs'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What there is to tell, by the name of its words in `locales/<language>/notifications.json`, `said.<name>`. */
export const NOTIFICATION_NAMES = [
  'newPlace',
  'passwordChanged',
  'passwordSetByAdmin',
  'factorOn',
  'factorReset',
  'recoveryCodeUsed',
  'emailChanged',
  'emailRestored',
  'externalLinked',
  'externalUnlinked',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeysReset',
  'linksReset',
  'factorReplaced',
  'factorOff',
  'codesRenewed',
  'importDone',
  'importFailed',
  'importCancelled',
  'exportDone',
  'exportFailed',
  'recordChanged',
  'recordDeleted',
  'requestWaits',
  'requestApproved',
  'requestDeclined',
  'webhookStopped',
  'webhookGone',
] as const;
export type NotificationName = (typeof NOTIFICATION_NAMES)[number];

const KIND_OF: Readonly<Record<NotificationName, NotificationKind>> = {
  newPlace: 'security',
  passwordChanged: 'security',
  passwordSetByAdmin: 'security',
  factorOn: 'security',
  factorReset: 'security',
  recoveryCodeUsed: 'security',
  emailChanged: 'security',
  emailRestored: 'security',
  externalLinked: 'security',
  externalUnlinked: 'security',
  passkeyAdded: 'security',
  passkeyRemoved: 'security',
  passkeysReset: 'security',
  linksReset: 'security',
  factorReplaced: 'security',
  factorOff: 'security',
  codesRenewed: 'security',
  importDone: 'work',
  importFailed: 'work',
  importCancelled: 'work',
  exportDone: 'work',
  exportFailed: 'work',
  recordChanged: 'watched',
  recordDeleted: 'watched',
  requestWaits: 'requests',
  requestApproved: 'requests',
  requestDeclined: 'requests',
  webhookStopped: 'programs',
  webhookGone: 'programs',
};

export const kindOfNotification = (name: NotificationName): NotificationKind => KIND_OF[name];

/** How somebody hears of one kind. */
export interface NotificationWay {
  readonly kind: NotificationKind;
  readonly inApp: boolean;
  readonly byMail: boolean;
}

/** Nobody is kept from hearing that somebody else may be in their account. */
export const isFixedNotification = (kind: NotificationKind): boolean => kind === 'security';

/** Before somebody has chosen: everything is in the centre, and only what concerns safety comes by mail as well. */
export const defaultNotificationWay = (kind: NotificationKind): NotificationWay => ({
  kind,
  inApp: true,
  byMail: isFixedNotification(kind),
});

/** As many of one person are kept; older ones make room. */
export const MAX_NOTIFICATIONS = 100;
/** As many records may one person watch. */
export const MAX_WATCHES = 100;
