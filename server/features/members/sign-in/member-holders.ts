import type { PasskeyHolders, TellHolder } from '../../session/passkeys/passkey-holders.ts';
import type { MemberMessages } from '../messages/member-messages.ts';
import type { MemberSettingsReader } from './member-settings.ts';

export const tellMember =
  (messages: MemberMessages): TellHolder =>
  (trx, memberId, news, client, params) =>
    messages.tell(trx, memberId, news, client, params);

/** Members, as they have passkeys. */
export const memberHolders = (settings: Pick<MemberSettingsReader, 'read'>, messages: MemberMessages): PasskeyHolders => ({
  area: 'user',
  isOffered: async () => (await settings.read()).takesPasskeys,
  tell: tellMember(messages),
});
