import { FailureError } from '#domain/base/failure';
import { conversationsMachine, type ConversationDeed, type ConversationList } from '#machines/chat/conversations.machine';
import { after, describeModel, done, failed } from '#tests/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';
import { conversation } from './chat-samples.ts';

const list: ConversationList = {
  list: [{ ...conversation, hit: null }],
  total: 1,
  folders: [{ chatFolder: 'Work', count: 1 }],
  dayStart: 1_768_435_200,
};
const offline = new FailureError({ kind: 'unreachable', online: false });
const DEEDS: readonly ConversationDeed[] = [
  { kind: 'rename', uuid: 'c1', chatTitle: 'Keys' },
  { kind: 'pin', uuid: 'c1', isPinned: true },
  { kind: 'move', uuid: 'c1', chatFolder: 'Work' },
  { kind: 'remove', uuid: 'c1', chatTitle: 'Passwords' },
  { kind: 'putBack', uuid: 'c1' },
  { kind: 'export', uuid: null, format: 'json' },
];

describeModel({
  machine: conversationsMachine,
  inputs: [{ owner: nobody }],
  events: [
    { type: 'conversations.searched', chatSearch: 'pass' },
    { type: 'conversations.folderChosen', chatFolder: 'Work' },
    { type: 'conversations.moreWanted' },
    ...DEEDS.map((deed) => ({ type: 'conversations.deedRequested', deed }) as const),
    { type: 'conversations.undoDismissed' },
    { type: 'conversations.changed' },
    { type: 'conversations.retried' },
    done('listConversations', list),
    failed('listConversations', offline),
    done('changeConversation'),
    failed('changeConversation', offline),
    after('typingPause', 'conversations.typing'),
  ],
  view: ({ context: { query, shown, deed, removed, failure } }) => [
    query.chatSearch,
    shown !== null,
    deed?.kind,
    removed?.uuid,
    failure?.kind,
  ],
  // What is asked for goes with every call; one of each is enough.
  only: ({ context: { query } }, event) =>
    (event.type !== 'conversations.moreWanted' || query.portions === 1) &&
    (event.type !== 'conversations.deedRequested' || query.chatSearch === '' || ('deed' in event && event.deed.kind === 'pin')),
});
