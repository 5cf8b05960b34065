import { expect, it } from 'vitest';
import {
  defaultNotificationWay,
  isFixedNotification,
  kindOfNotification,
  NOTIFICATION_KINDS,
  NOTIFICATION_NAMES,
} from '#domain/notifications/notification';

it('a notification is of the kind by which people choose how to hear of it', () => {
  expect(Object.groupBy(NOTIFICATION_NAMES, kindOfNotification)).toEqual({
    security: [
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
    ],
    work: ['importDone', 'importFailed', 'importCancelled', 'exportDone', 'exportFailed'],
    watched: ['recordChanged', 'recordDeleted'],
    requests: ['requestWaits', 'requestApproved', 'requestDeclined'],
    programs: ['webhookStopped', 'webhookGone'],
  });
});

it('a notification comes by mail before anybody has chosen only where it is about safety, which nobody can refuse', () => {
  expect(NOTIFICATION_KINDS.map(defaultNotificationWay)).toEqual([
    { kind: 'security', inApp: true, byMail: true },
    { kind: 'work', inApp: true, byMail: false },
    { kind: 'watched', inApp: true, byMail: false },
    { kind: 'requests', inApp: true, byMail: false },
    { kind: 'programs', inApp: true, byMail: false },
  ]);
  expect(NOTIFICATION_KINDS.filter(isFixedNotification)).toEqual(['security']);
});
