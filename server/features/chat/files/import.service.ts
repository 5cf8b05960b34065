import { rejection } from '#domain/base/failure';
import { CHAT_CONVERSATIONS } from '../base/limits.ts';
import { sha256 } from '../../../base/digest.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { requireAccount } from '../base/account.ts';
import type { KnownOwner } from '../base/owner.ts';
import { titleFrom } from '../base/title.ts';
import type { FiledConversation } from './chat-file.ts';
import { readChatFile } from './read-chat-file.ts';

/** Adds conversations from a file to those of their owner, with messages under names of their own. */
export function createChatImport(ports: Pick<ServerPorts, 'database' | 'clock'>) {
  const { database } = ports;

  async function add(owner: KnownOwner, filed: FiledConversation): Promise<number> {
    const hashes = await Promise.all(filed.messages.map(({ text }) => sha256(text)));
    return database.transaction(async (trx) => {
      await requireAccount(trx, owner);
      const { id: conversationId } = await trx
        .insertInto('chat_conversation')
        .values({
          uuid: crypto.randomUUID(),
          owner_type: owner.kind,
          owner_id: owner.id,
          title: filed.title || titleFrom(filed.messages[0]?.text ?? ''),
          is_own_title: filed.title !== '',
          folder: filed.folder,
          is_pinned: filed.isPinned,
          model_id: null,
          leaf_id: null,
          create_time: filed.createTime,
          update_time: filed.updateTime,
          delete_time: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const idOf = new Map<string, number>();
      for (const [index, message] of filed.messages.entries()) {
        const { thinking, sources } = message;
        const { id } = await trx
          .insertInto('chat_message')
          .values({
            uuid: crypto.randomUUID(),
            conversation_id: conversationId,
            parent_id: message.parent === null ? null : (idOf.get(message.parent) ?? null),
            role: message.role,
            state: message.state,
            text: message.text,
            parts: JSON.stringify({ ...(thinking !== undefined && { thinking }), ...(sources !== undefined && { sources }) }),
            model_id: null,
            model_name: message.model ?? '',
            first_word_ms: null,
            total_ms: null,
            finish_reason: null,
            text_sha256: hashes[index] ?? null,
            create_time: message.time,
            delete_time: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        idOf.set(message.id, id);
      }
      const leaf = (filed.leaf === null ? undefined : idOf.get(filed.leaf)) ?? [...idOf.values()].at(-1) ?? null;
      await trx.updateTable('chat_conversation').set({ leaf_id: leaf }).where('id', '=', conversationId).execute();
      return idOf.size;
    });
  }

  return {
    /** @throws FieldsRefused at `file` for a text that is no such file */
    async read(file: string, owner: KnownOwner): Promise<{ conversations: number; messages: number }> {
      const filed = readChatFile(file, nowSeconds(ports))?.filter(({ messages }) => messages.length > 0);
      if (!filed) throw new FieldsRefused({ file: { key: 'refusals.chat.noChatFile' } });
      const { stored } = await database.kysely
        .selectFrom('chat_conversation')
        .select((select) => select.fn.countAll<number>().as('stored'))
        .where('owner_type', '=', owner.kind)
        .where('owner_id', '=', owner.id)
        .executeTakeFirstOrThrow();
      if (stored + filed.length > CHAT_CONVERSATIONS[owner.kind]) throw rejection('refusals.chat.full');
      let messages = 0;
      for (const one of filed) messages += await add(owner, one);
      return { conversations: filed.length, messages };
    },
  };
}
