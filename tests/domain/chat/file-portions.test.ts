import { describe, expect, it } from 'vitest';
import { filePortions } from '#domain/chat/file-portions';
import { readChatFile } from '#server/features/chat/files/read-chat-file';

const NOW = 1_800_000_000;
const LIMIT = 20_000;
const bodyBytes = (file: string) => new TextEncoder().encode(JSON.stringify(file)).byteLength;

const own = (title: string, length = 10) => ({
  title,
  folder: '',
  isPinned: false,
  createTime: 1_700_000_000,
  updateTime: 1_700_000_001,
  messages: [
    {
      id: '1',
      parent: null,
      role: 'user',
      state: 'complete',
      text: '"茶"\n'.repeat(length),
      time: 1_700_000_000,
      attachments: [{ file: 'f', name: 'a.png' }],
    },
    { id: '2', parent: '1', role: 'assistant', state: 'complete', text: title, model: 'm', time: 1_700_000_001 },
  ],
  leaf: '2',
});
const ownFile = (...conversations: readonly object[]) =>
  JSON.stringify({ format: 'troupe-chat/1', isAiGenerated: true, conversations, files: [{ id: 'f', content: 'A'.repeat(50_000) }] });

const foreign = (title: string, length = 10) => ({
  title,
  create_time: 1_700_000_000.5,
  update_time: 1_700_000_001,
  current_node: 'b',
  safe_urls: Array.from({ length: 500 }, () => 'https://example.com'),
  mapping: {
    root: { id: 'root', parent: null, children: ['a'], message: null },
    a: {
      id: 'a',
      parent: 'root',
      message: {
        author: { role: 'user', metadata: {} },
        content: { content_type: 'multimodal_text', parts: [{ asset_pointer: 'x'.repeat(9000) }, '茶'.repeat(length)] },
        create_time: 1_700_000_000,
        metadata: { citations: 'x'.repeat(9000) },
      },
    },
    b: { id: 'b', parent: 'a', message: { author: { role: 'assistant' }, content: { parts: ['是的'] }, create_time: 1_700_000_001 } },
  },
});
const read = (files: readonly string[]) => files.flatMap((file) => readChatFile(file, NOW) ?? []);

describe('a file of conversations, in portions', () => {
  it.each([
    ['of its own', ownFile, own],
    ['of ChatGPT', (...all: readonly object[]) => JSON.stringify(all), foreign],
  ] as const)('%s, reads as the whole file does, in its order, and none is more than a call has room for', (_whose, fileOf, one) => {
    const conversations = Array.from({ length: 40 }, (_, index) => one(`no ${index}`, 50 + index * 10));
    const whole = fileOf(...conversations);
    const { portions, tooLong } = filePortions(whole, LIMIT)!;
    expect(tooLong).toBe(0);
    expect(portions.length).toBeGreaterThan(2);
    expect(portions.map(({ file }) => bodyBytes(file)).filter((bytes) => bytes > LIMIT)).toEqual([]);
    expect(portions.reduce((sum, { conversations: count }) => sum + count, 0)).toBe(40);
    expect(read(portions.map(({ file }) => file))).toEqual(read([whole]));
    // As full as they can be: no two that follow each other would have fitted into one.
    const sizes = portions.map(({ file }) => bodyBytes(file));
    expect(sizes.slice(1).every((bytes, index) => bytes + (sizes[index] ?? 0) > LIMIT)).toBe(true);
  });

  it('leaves out what is too long by itself, and says how many', () => {
    const { portions, tooLong } = filePortions(ownFile(own('a'), own('long', 5000), own('b')), LIMIT)!;
    expect([tooLong, read(portions.map(({ file }) => file)).map(({ title }) => title)]).toEqual([1, ['a', 'b']]);
  });

  it('is one to the last byte that a call has room for', () => {
    const file = filePortions(ownFile(own('a'), own('b')), LIMIT)!.portions[0]?.file ?? '';
    expect(filePortions(ownFile(own('a'), own('b')), bodyBytes(file))!.portions.length).toBe(1);
    expect(filePortions(ownFile(own('a'), own('b')), bodyBytes(file) - 1)!.portions.length).toBe(2);
  });

  it('is empty where the file is', () => {
    expect(filePortions(ownFile(), LIMIT)).toEqual({ portions: [], tooLong: 0 });
    expect(filePortions('[]', LIMIT)).toEqual({ portions: [], tooLong: 0 });
  });

  it.each(['', '{', '1', '{}', '[1]', '[{"mapping":1}]', '{"conversations":{}}', 'null'])('is none of %j', (text) => {
    expect(filePortions(text, LIMIT)).toBeNull();
  });

  it('takes whatever stands in a file for what it is', () => {
    const odd = ownFile({ messages: [1, null, { id: 1 }] }, [], 'x' as never, { messages: 'none' });
    expect(filePortions(odd, LIMIT)!.portions.map(({ conversations }) => conversations)).toEqual([2]);
    const { portions } = filePortions(
      JSON.stringify([{ mapping: { a: 1, b: { message: 7 }, c: { parent: 'b', message: { author: {}, content: {} } } } }]),
      LIMIT,
    )!;
    expect(read(portions.map(({ file }) => file)).map(({ messages }) => messages)).toEqual([[]]);
  });
});
