import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  conversationsMachine,
  selectListFailure,
  selectRefusedWord,
  type ConversationDeed,
  type ConversationList,
  type ConversationsEvent,
} from '#machines/chat/conversations.machine';
import { after, describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
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
    { type: 'conversations.changed' },
    { type: 'conversations.retried' },
    done('listConversations', list),
    failed('listConversations', offline),
    done('changeConversation'),
    failed('changeConversation', offline),
    after('typingPause', 'conversations.typing'),
  ],
  view: ({ context: { query, shown, deeds, removed, refused, failure } }) => [
    query.chatSearch,
    shown !== null,
    deeds.map(({ kind }) => kind),
    removed?.uuid,
    refused?.deed.kind,
    refused?.failure.kind,
    failure?.kind,
  ],
  // What is asked for goes with every call; one of each is enough.
  only: ({ context: { query, deeds } }, event) =>
    (event.type !== 'conversations.moreWanted' || query.portions === 1) &&
    (event.type !== 'conversations.deedRequested' ||
      ('deed' in event && (event.deed.kind === 'pin' ? deeds.length < 2 : deeds.length === 0 && query.chatSearch === ''))),
});

/** A list whose reads and deeds the test answers. */
function listed(...before: readonly Told[]) {
  const actor = createActor(inertOf(conversationsMachine), { input: { owner: nobody } }).start();
  const told = (...events: readonly Told[]) => {
    for (const event of events) actor.send(event as ConversationsEvent);
    return actor.getSnapshot().value;
  };
  told(...before);
  const doing = () => actor.getSnapshot().context.deeds.map(({ kind }) => kind);
  return { told, doing, query: () => actor.getSnapshot().context.query, snapshot: () => actor.getSnapshot() };
}
type Told = ConversationsEvent | ReturnType<typeof done | typeof failed>;
const SEARCHED: Told = { type: 'conversations.searched', chatSearch: 'pass' };
const asked = (kind: ConversationDeed['kind']): Told => ({
  type: 'conversations.deedRequested',
  deed: DEEDS.find((one) => one.kind === kind)!,
});
const READ = done('listConversations', list);
const FAILED = failed('changeConversation', offline);

describe('what is done to a conversation', () => {
  it.each([
    ['while the list is read', []],
    ['while the list is read again', [READ, { type: 'conversations.changed' }]],
    ['while a search is typed', [READ, SEARCHED]],
    ['where the list could not be read', [failed('listConversations', offline)]],
  ] as readonly (readonly [string, readonly Told[]])[])('is done %s too, and the list is read afterwards', (_case, before) => {
    const { told, doing } = listed(...before);
    expect([told(asked('rename')), doing()]).toEqual([{ changing: 'outdated' }, ['rename']]);
    expect(told(FAILED)).toBe('loading');
  });

  it('waits for what was asked for before', () => {
    const { told, doing } = listed(READ, asked('pin'), asked('rename'));
    expect(doing()).toEqual(['pin', 'rename']);
    expect([told(done('changeConversation')), doing()]).toEqual([{ changing: 'outdated' }, ['rename']]);
    expect([told(done('changeConversation')), doing()]).toEqual(['loading', []]);
  });

  it('leaves the list as it is where it fails, unless another one is wanted by then', () => {
    expect(listed(READ, asked('pin')).told(FAILED)).toBe('ready');
    const { told, query } = listed(READ, asked('pin'));
    expect([told(SEARCHED), told(FAILED), query().chatSearch]).toEqual([{ changing: 'outdated' }, 'loading', 'pass']);
  });

  it('stays told and keeps what was typed when the list is read afterwards, until it is done again or something else is', () => {
    const { told, doing, snapshot } = listed(READ, asked('rename'), SEARCHED, FAILED, READ);
    expect(selectRefusedWord(snapshot())).toStrictEqual({ kind: 'rename', uuid: 'c1', chatTitle: 'Keys' });
    expect(selectListFailure(snapshot())).toStrictEqual(offline.failure);
    expect([told({ type: 'conversations.retried' }), doing()]).toStrictEqual([{ changing: 'current' }, ['rename']]);
    expect([told(FAILED, asked('pin')), selectListFailure(snapshot())]).toStrictEqual([{ changing: 'current' }, null]);
  });

  it('offers no window where nothing was typed', () => {
    const { snapshot } = listed(READ, asked('pin'), FAILED);
    expect(selectRefusedWord(snapshot())).toBeNull();
    expect(selectListFailure(snapshot())).toStrictEqual(offline.failure);
  });
});
