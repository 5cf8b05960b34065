/** What messages to members are about; what administrators write is of the last. */
export const MESSAGE_KINDS = ['security', 'balance', 'score', 'system'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Nobody is kept from hearing that somebody else may be in their account. */
export const isFixedKind = (kind: MessageKind): boolean => kind === 'security';

export interface MessagePreference {
  readonly kind: MessageKind;
  readonly byMail: boolean;
  readonly inApp: boolean;
}

/** Before somebody has chosen: everything is in the centre, and only what concerns safety comes by mail as well. */
export const defaultPreference = (kind: MessageKind): MessagePreference => ({ kind, byMail: isFixedKind(kind), inApp: true });
