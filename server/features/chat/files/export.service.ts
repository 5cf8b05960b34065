import { rejection } from '#domain/base/failure';
import { base64Of } from '../../../base/platform/bytes.ts';
import { taskOf } from '../../../base/precedence.ts';
import type { Row } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { questionFiles, type QuestionFile } from '../attachments/question-files.ts';
import { attachmentBytes as fileBytes } from '../attachments/receive-attachment.ts';
import { CHAT_MESSAGES } from '../base/limits.ts';
import type { FileToSend } from '../../../routing/file-reply.ts';
import type { ChatOwner } from '../base/owner.ts';
import type { ChatSettings } from '../base/settings.ts';
import { type Conversation, ownConversation, MESSAGE_COLUMNS, type Message, messagesWithIds, pathIds } from '../base/thread.ts';
import { type FiledMessage, FORMAT } from './chat-file.ts';

/** Each may hold a long answer. */
const ROWS_AT_ONCE = 50;
/** Of a file, at once; three bytes are four digits. */
const PIECE_BYTES = 3 * 65_536;

const filedMessage = (
  message: Message,
  numberOf: ReadonlyMap<number, string>,
  files: readonly Pick<QuestionFile, 'uuid' | 'name'>[] = [],
): FiledMessage => ({
  id: numberOf.get(message.id) ?? '',
  parent: message.parent_id === null ? null : (numberOf.get(message.parent_id) ?? null),
  role: message.role,
  state: message.state === 'running' ? 'interrupted' : message.state,
  text: message.text,
  ...message.parts,
  ...(message.model_name !== '' && { model: message.model_name }),
  ...(files.length > 0 && { attachments: files.map(({ uuid, name }) => ({ file: uuid, name })) }),
  time: message.create_time,
});

/** Conversations of their owner as a file. */
export function createChatExport(
  ports: Pick<ServerPorts, 'database' | 'messages' | 'files' | 'precedence'>,
  settings: () => Promise<ChatSettings>,
) {
  const { kysely } = ports.database;

  /** The messages that are there, so many at a time: nobody's longest conversation is held as a whole. */
  async function* batchesOf({ id }: Conversation): AsyncGenerator<readonly Message[]> {
    const giveWay = taskOf(ports);
    for (let after = 0; ;) {
      await giveWay();
      const rows = await kysely
        .selectFrom('chat_message')
        .select(MESSAGE_COLUMNS)
        .where('conversation_id', '=', id)
        .where('delete_time', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .execute();
      yield rows;
      if (rows.length < ROWS_AT_ONCE) return;
      after = rows.at(-1)!.id;
    }
  }

  /** @param named takes the numbers of the files that its messages name */
  async function* conversationAsJson(conversation: Conversation, named: Set<number>): AsyncGenerator<string> {
    const { title, folder, is_pinned: isPinned, create_time: createTime, update_time: updateTime, leaf_id: leaf } = conversation;
    yield `${JSON.stringify({ title, folder, isPinned, createTime, updateTime }).slice(0, -1)},"messages":[`;
    // Messages are called by their numbers in the file, so that a file that was read in goes out again as it came.
    const numberOf = new Map<number, string>();
    for await (const rows of batchesOf(conversation)) {
      const files = await questionFiles(
        kysely,
        rows.map(({ id }) => id),
      );
      for (const file of [...files.values()].flat()) named.add(file.id);
      const sofar = numberOf.size;
      for (const row of rows) numberOf.set(row.id, String(numberOf.size + 1));
      for (const [index, row] of rows.entries()) {
        yield `${sofar + index > 0 ? ',' : ''}\n${JSON.stringify(filedMessage(row, numberOf, files.get(row.id)))}`;
      }
    }
    yield `],"leaf":${JSON.stringify(numberOf.get(leaf ?? 0) ?? null)}}`;
  }

  const ownConversations = (owner: ChatOwner): Promise<Row<'chat_conversation'>[]> =>
    kysely
      .selectFrom('chat_conversation')
      .selectAll()
      .where('owner_type', '=', owner.kind)
      .where('owner_id', '=', owner.id ?? -1)
      .where('delete_time', 'is', null)
      .orderBy('id')
      .execute();

  async function* json(conversations: readonly Conversation[], isLabelled: boolean): AsyncGenerator<string> {
    yield `{"format":"${FORMAT}","isAiGenerated":${isLabelled},"conversations":[`;
    const named = new Set<number>();
    for (const [index, one] of conversations.entries()) {
      yield index > 0 ? ',\n' : '\n';
      yield* conversationAsJson(one, named);
    }
    yield '\n]';
    if (named.size > 0) yield* filesAsJson([...named]);
    yield '}\n';
  }

  /** One file after the other, so that no two are held, and each by pieces. */
  async function* filesAsJson(ids: readonly number[]): AsyncGenerator<string> {
    yield ',"files":[';
    for (const [index, id] of ids.entries()) {
      const row = await kysely.selectFrom('chat_attachment').selectAll().where('id', '=', id).executeTakeFirst();
      const bytes = row ? await fileBytes(ports.files, row.file_id) : null;
      const about = { id: row?.uuid ?? '', name: row?.name ?? '', type: row?.mime_type ?? '' };
      yield `${index > 0 ? ',' : ''}\n${JSON.stringify(about).slice(0, -1)},"content":`;
      if (bytes === null) yield 'null}';
      else {
        yield '"';
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield base64Of(bytes.subarray(at, at + PIECE_BYTES));
        yield '"}';
      }
    }
    yield '\n]';
  }

  async function* markdown(conversation: Conversation, isLabelled: boolean, owner: ChatOwner): AsyncGenerator<string> {
    const say = (key: string): string => ports.messages.text(owner.caller.client.language, `answers.${key}`);
    yield `# ${conversation.title}\n\n`;
    if (isLabelled) yield `> ${say('label')}\n\n`;
    const path = conversation.leaf_id === null ? [] : await pathIds(kysely, conversation.leaf_id, CHAT_MESSAGES);
    for (let at = 0; at < path.length; at += ROWS_AT_ONCE) {
      const ids = path.slice(at, at + ROWS_AT_ONCE);
      const files = await questionFiles(kysely, ids);
      for (const { id, role, text, model_name: model } of await messagesWithIds(kysely, ids)) {
        yield `## ${role === 'user' ? say('question') : model}\n\n${text}\n\n`;
        for (const { name } of files.get(id) ?? []) yield `- ${name}\n\n`;
      }
    }
  }

  return {
    async write(uuid: string | undefined, format: 'json' | 'md', owner: ChatOwner): Promise<FileToSend> {
      const { isLabelled } = await settings();
      if (format === 'md') {
        if (uuid === undefined) throw rejection('refusals.parameter', { name: 'conversation' });
        const conversation = await ownConversation(kysely, owner, uuid);
        return {
          name: `${fileTitle(conversation.title)}.md`,
          type: 'text/markdown; charset=utf-8',
          rows: 1,
          body: bytesOf(markdown(conversation, isLabelled, owner)),
        };
      }
      const chosen = uuid === undefined ? await ownConversations(owner) : [await ownConversation(kysely, owner, uuid)];
      return { name: 'chat.json', type: 'application/json; charset=utf-8', rows: chosen.length, body: bytesOf(json(chosen, isLabelled)) };
    },
  };
}

/** What no system takes in the name of a file, and dots that would hide it. */
const UNNAMEABLE = /[\p{Cc}\p{Cs}<>:"/\\|?*]+|^[\s.]+/gu;
/** With an ending, systems take 255 bytes; a letter has three at most, or a pair of letters four. */
const TITLE_LETTERS = 60;

const fileTitle = (title: string): string =>
  Array.from(title).slice(0, TITLE_LETTERS).join('').replaceAll(UNNAMEABLE, ' ').trim() || 'chat';

/** A text is made when somebody has read the one before it. */
function bytesOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await texts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => void (await texts.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}
