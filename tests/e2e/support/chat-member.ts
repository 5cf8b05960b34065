import { addSignedInMember, type SignedInMember } from './signed-in-member.ts';

export interface ImportedMessage {
  readonly id: string;
  readonly parent: string | null;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A conversation as a file has it. */
export interface ImportedConversation {
  readonly title: string;
  /** The message that the shown branch ends with. */
  readonly leaf: string;
  readonly messages: readonly ImportedMessage[];
}

export interface ChatMember extends Pick<SignedInMember, 'stored'> {
  /** The UUIDs of the conversations, the newest first. */
  readonly conversations: readonly string[];
}

/** Adds a member, who signs in and reads these conversations in. */
export async function addChatMember(url: string, username: string, conversations: readonly ImportedConversation[]): Promise<ChatMember> {
  const { stored, call } = await addSignedInMember(url, username);
  await call('api/chat/import', { file: JSON.stringify({ format: 'troupe-chat/1', conversations }) });
  const { list } = (await call('api/chat/conversations')) as { list: readonly { uuid: string }[] };
  return { stored, conversations: list.map(({ uuid }) => uuid) };
}
