/**
 * What the security log tells of, as subject.pastParticiple. Each has its words in the section of the log, in both languages.
 * Source: security.md rules 2, 38.
 */
export const SECURITY_EVENTS = [
  'session.signedIn',
  'session.signInRefused',
  'session.codeRefused',
  'session.ended',
  'session.allEnded',
  'session.reuseDetected',
  'permission.refused',
  'password.changed',
  'password.retrieved',
  'password.reset',
  'account.unlocked',
  'twoFactor.switchedOn',
  'twoFactor.switchedOff',
  'twoFactor.replaced',
  'twoFactor.reset',
  'twoFactor.codesRenewed',
  'twoFactor.recoveryUsed',
  'passkey.added',
  'passkey.removed',
  'passkey.reset',
  'external.linked',
  'external.unlinked',
  'external.reset',
  'external.refused',
  'external.accountMade',
  'external.groupsChanged',
  'member.registered',
  'member.addressChanged',
  'member.addressRestored',
  'member.deletionAsked',
  'member.deletionCancelled',
  'member.deleted',
  'member.erased',
  'admin.addressRestored',
  'admin.erased',
  'apiToken.issued',
  'apiToken.changed',
  'apiToken.ended',
  'webhook.issued',
  'webhook.changed',
  'webhook.ended',
  'sensitive.revealed',
  'changes.erased',
] as const;

export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** Sign-ins and attempts at one. */
export const SIGN_IN_EVENTS: readonly SecurityEvent[] = ['session.signedIn', 'session.signInRefused', 'session.codeRefused'];

/** Stands where browsers say what they are, for what was done on the server's machine itself. */
export const COMMAND_LINE = 'command line';
