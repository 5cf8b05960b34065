import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { chatCalls } from '#api/contract/chat/chat';
import { CHAT_FILE_BYTES, chatWindows } from '#actors/chat/chat-windows';
import { FailureError } from '#domain/base/failure';
import { selectChatFormFailure, selectFormResult } from '#machines/chat/chat-form.machine';

const conversation = (title: string, length: number) => ({ title, messages: [{ id: '1', role: 'user', text: 'x'.repeat(length) }] });
const fileOf = (...conversations: readonly object[]) =>
  new File([JSON.stringify({ format: 'troupe-chat/1', conversations })], 'chat.json', { type: 'application/json' });
const titlesIn = (file: string) => (JSON.parse(file) as { conversations: { title: string }[] }).conversations.map(({ title }) => title);

/** @param fails the calls that find nobody, counted from 0 */
function windowsOf(fails: readonly number[] = []) {
  const sent: string[][] = [];
  let calls = 0;
  const call = async (endpoint: unknown, { file }: { readonly file: string }) => {
    expect(endpoint).toBe(chatCalls.import);
    calls += 1;
    if (fails.includes(calls - 1)) throw new FailureError({ kind: 'unreachable', online: true });
    sent.push(titlesIn(file));
    const { length } = titlesIn(file);
    return { conversations: length, messages: length };
  };
  const windows = chatWindows({ calls: { call, area: 'member' }, texts: {} } as never);
  const form = createActor(windows.form).start();
  const send = async (file: File) => {
    form.send({ type: 'chatForm.sent', form: { kind: 'import', fileId: windows.hold(file) } });
    const { value, context } = await waitFor(form, (snapshot) => !snapshot.matches('sending'));
    return { value, failure: context.failure?.kind ?? null };
  };
  return { sent, send, form };
}

it('a file that a call has no room for comes in by several, and what is too long alone is told', async () => {
  const { sent, send, form } = windowsOf();
  const file = fileOf(conversation('a', 600_000), conversation('long', 1_200_000), conversation('b', 300_000), conversation('c', 600_000));
  expect(await send(file)).toEqual({ value: 'done', failure: null });
  expect(sent).toEqual([['a', 'b'], ['c']]);
  expect(selectFormResult(form.getSnapshot())).toEqual({ conversations: 3, messages: 3, tooLong: 1 });
});

it('a file that breaks off goes on with the portion that failed', async () => {
  const { sent, send, form } = windowsOf([1]);
  const file = fileOf(conversation('a', 600_000), conversation('b', 600_000), conversation('c', 600_000));
  expect(await send(file)).toEqual({ value: 'open', failure: 'unreachable' });
  expect(sent).toEqual([['a']]);
  expect(await send(file)).toEqual({ value: 'done', failure: null });
  expect(sent).toEqual([['a'], ['b'], ['c']]);
  expect(selectFormResult(form.getSnapshot())).toEqual({ conversations: 3, messages: 3, tooLong: 0 });
});

it('another file begins anew', async () => {
  const { sent, send } = windowsOf([1]);
  await send(fileOf(conversation('a', 600_000), conversation('b', 600_000)));
  await send(fileOf(conversation('a', 600_000), conversation('b', 600_000)));
  expect(sent).toEqual([['a'], ['a'], ['b']]);
});

it.each([
  ['what is no such file', new File(['{"a":1}'], 'a.json'), 'chatWindows.import.unknown'],
  ['what no page should hold', { size: CHAT_FILE_BYTES + 1 } as File, 'chatWindows.import.tooLarge'],
])('%s is refused before anything is sent', async (_what, file, message) => {
  const { sent, send, form } = windowsOf();
  expect(await send(file)).toEqual({ value: 'open', failure: 'rejected' });
  expect(selectChatFormFailure(form.getSnapshot())).toMatchObject({ message });
  expect(sent).toEqual([]);
});
