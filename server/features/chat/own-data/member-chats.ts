import { localText } from '#domain/base/zone-time';
import type { ServerPorts } from '../../../ports/ports.ts';
import { rowBatches, type MemberDataPart } from '../../base/member-data.ts';
import { eraseChats } from './erase-chats.ts';

/** What a member has in the chat: all branches of all conversations, temporary ones included, and not what they have deleted. */
export const memberChats = ({
  database: { kysely },
  messages,
  jobs,
}: Pick<ServerPorts, 'database' | 'messages' | 'jobs'>): MemberDataPart => ({
  name: 'chats',
  records: {
    columns: ['conversation', 'title', 'folder', 'number', 'answersTo', 'time', 'kind', 'text', 'thinking', 'model'],
    async *portions(memberId, { language, timeZone }) {
      const batches = rowBatches((after, limit) =>
        kysely
          .selectFrom('chat_message as message')
          .innerJoin('chat_conversation as conversation', 'conversation.id', 'message.conversation_id')
          .select([
            'message.id',
            'conversation_id',
            'title',
            'folder',
            'parent_id',
            'message.create_time',
            'role',
            'text',
            'parts',
            'model_name',
          ])
          .where('owner_type', '=', 'member')
          .where('owner_id', '=', memberId)
          .where('conversation.delete_time', 'is', null)
          .where('message.delete_time', 'is', null)
          .where('message.id', '>', after)
          .orderBy('message.id')
          .limit(limit)
          .execute(),
      );
      for await (const rows of batches)
        yield rows.map(({ conversation_id: conversation, title, folder, id: number, parent_id: answersTo, text, ...row }) => ({
          conversation,
          title,
          folder,
          number,
          answersTo,
          time: localText(row.create_time, timeZone),
          kind: messages.text(language, `archive.values.${row.role === 'user' ? 'question' : 'answer'}`),
          text,
          thinking: row.parts.thinking ?? '',
          model: row.model_name,
        }));
    },
  },
  erase: (trx, memberId, erasure) => eraseChats({ jobs }, trx, 'member', [memberId], erasure),
});
