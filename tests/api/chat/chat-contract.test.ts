import { describe, expect, it } from 'vitest';
import { adoptChat, chatCalls, proveChatVisitor, staffChatCalls } from '#api/contract/chat/chat';
import { followPath } from '#api/contract/chat/first-calls';
import { answerEvent, replaceData, stateData } from '#api/contract/chat/answer-events';
import { toolData } from '#api/contract/chat/chat-shapes';
import { nodeOf } from '#api/contract/base/endpoint';

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('the calls of the chat', () => {
  it('are the same for members and for administrators, who need one right for all of them', () => {
    const names = Object.keys(chatCalls);
    expect(Object.keys(staffChatCalls)).toEqual(names);
    expect(Object.values(chatCalls).map(({ path }) => path)).toEqual(names.map((name) => `/api/chat/${name}`));
    expect(Object.values(staffChatCalls).map(({ path }) => path)).toEqual(names.map((name) => `/admin/chat.Chat/${name}`));
    expect(new Set(Object.values(staffChatCalls).map(nodeOf))).toEqual(new Set(['chat/chat/index']));
    expect(new Set(Object.values(chatCalls).map(({ audience }) => audience))).toEqual(new Set(['anyone']));
    expect([proveChatVisitor.audience, adoptChat.audience, followPath('member'), followPath('admin')]).toEqual([
      'anyone',
      'signedIn',
      '/api/chat/follow',
      '/admin/chat.Chat/follow',
    ]);
  });

  it('fill in what a question leaves out, and take no other name of an answer than a UUID', () => {
    const question = { conversation: null, text: 'x', answer: UUID };
    expect(chatCalls.send.input.parse(question)).toEqual({ ...question, model: null, isTemporary: false, attachments: [] });
    expect(chatCalls.send.input.safeParse({ ...question, answer: UUID.toUpperCase() }).success).toBe(false);
    expect(chatCalls.send.input.safeParse({ ...question, text: 'x'.repeat(8001) }).success).toBe(false);
    expect(chatCalls.rate.input.parse({ message: UUID, verdict: 'bad' })).toEqual({
      message: UUID,
      verdict: 'bad',
      reasons: [],
      note: '',
    });
  });

  it('have events whose data is text by kind', () => {
    const end = { state: 'complete', finishReason: 'stop', model: 'Built in', modelId: 1 } as const;
    const event = { data: JSON.stringify(end), uuid: UUID, kind: 'state', seq: 9, at: 1_768_435_200_000 };
    expect(stateData.parse(JSON.parse(answerEvent.parse(event).data))).toEqual(end);
    expect(toolData.safeParse({ id: '1', name: 'findGoods', state: 'gone' }).success).toBe(false);
    const whole = { text: 'x', thinking: '', sources: [], state: 'stopped', finishReason: 'stopped', usage: null };
    expect(replaceData.parse(whole)).toEqual(whole);
  });
});
