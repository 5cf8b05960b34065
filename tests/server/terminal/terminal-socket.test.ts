import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listening } from '#server/boot/listen';
import { createTerminalRig, type Message, messagesOf, printed, script, streamUrl, type TerminalRig, textOf } from './terminal-support.ts';

const COMMANDS = {
  'demo.steps': script(
    'let i = 0; const timer = setInterval(() => { console.log(`step ${++i}`); if (i === 6) clearInterval(timer) }, 120)',
  ),
  'demo.stay': script('console.log("staying"); setInterval(() => {}, 1000)'),
  'demo.flood': script('const piece = "z".repeat(999) + "\\n"; for (let i = 0; i < 6000; i++) process.stdout.write(piece)'),
};

describe('the stream on a real socket', () => {
  let rig: TerminalRig;
  let listening: Listening;
  beforeAll(async () => {
    rig = await createTerminalRig(COMMANDS);
    listening = await listen(rig.server.app, 0, '127.0.0.1');
  });
  afterAll(async () => {
    await rig.server.app.close();
    await listening.close();
    await rig.server.close();
  });

  const url = (order: { command: string; uuid: string }, ticket: string): string =>
    listening.address.replace('localhost', '127.0.0.1') + streamUrl({ ...order, query: { batoken: ticket } });

  it('sends each event as it happens, and ends the reply with the run', async () => {
    const order = { command: 'demo.steps', uuid: rig.uuid() };
    const response = await fetch(url(order, await rig.ticket(order)));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const arrivalsMs: number[] = [];
    const messages: Message[] = [];
    for await (const message of messagesOf(response)) {
      messages.push(message);
      arrivalsMs.push(performance.now());
    }
    expect(printed(messages)).toEqual(['step 1', 'step 2', 'step 3', 'step 4', 'step 5', 'step 6']);
    // Not all at once at the end: the first was here long before the last was printed.
    expect((arrivalsMs.at(-1) ?? 0) - (arrivalsMs[0] ?? 0)).toBeGreaterThan(400);
  });

  it('goes on after the reader has left, and forgets them', async () => {
    const order = { command: 'demo.steps', uuid: rig.uuid() };
    const leaving = new AbortController();
    const events = messagesOf(await fetch(url(order, await rig.ticket(order)), { signal: leaving.signal }));
    expect((await events.next()).value).toMatchObject({ data: 'command-link-success' });
    leaving.abort();
    await expect(
      events
        .next()
        .then(() => events.next())
        .then(() => events.next()),
    ).rejects.toThrow('aborted');
    const whole: string[] = [];
    for await (const { data } of messagesOf(await fetch(url(order, await rig.ticket(order))))) whole.push(data);
    expect(whole.slice(-3)).toEqual(['exitCode: 0', 'command-exec-success', 'command-exec-completed']);
    expect(whole.filter((text) => text === 'command-link-success')).toHaveLength(1);
  });

  it('holds little for a reader who does not read, and gives them everything when they do', async () => {
    const order = { command: 'demo.flood', uuid: rig.uuid() };
    const reply = Promise.withResolvers<import('node:http').IncomingMessage>();
    request(url(order, await rig.ticket(order)), reply.resolve).end();
    const slow = await reply.promise;
    slow.pause();
    // Somebody else reads the same run to its end meanwhile.
    const quick: string[] = [];
    for await (const { data } of messagesOf(await fetch(url(order, await rig.ticket(order))))) quick.push(data);
    const heldBytes = slow.readableLength + slow.socket.bytesRead;
    expect(heldBytes).toBeLessThan(6_000_000);
    let text = '';
    for await (const piece of slow.setEncoding('utf8')) text += piece as string;
    const slowly = text
      .split('\n\n')
      .flatMap((frame) => (frame.includes('data: ') ? [JSON.parse(frame.split('data: ')[1] ?? '') as Message] : []));
    expect(textOf(slowly)).toEqual(quick);
    expect(printed(slowly)).toHaveLength(6000);
  });

  it('ends streams and processes before the server closes, at once', async () => {
    const own = await createTerminalRig(COMMANDS);
    const door = await listen(own.server.app, 0, '127.0.0.1');
    const order = { command: 'demo.stay', uuid: own.uuid() };
    const address = door.address.replace('localhost', '127.0.0.1') + streamUrl({ ...order, query: { batoken: await own.ticket(order) } });
    const messages: Message[] = [];
    const startedMs = { value: 0 };
    let closing: Promise<unknown> = Promise.resolve();
    for await (const message of messagesOf(await fetch(address))) {
      messages.push(message);
      if (message.data !== 'staying') continue;
      startedMs.value = performance.now();
      closing = own.server.app.close().then(() => door.close());
    }
    await closing;
    expect(performance.now() - startedMs.value).toBeLessThan(2000);
    expect(textOf(messages).slice(-3)).toEqual(['exitCode: 143', 'command-exec-error', 'command-exec-completed']);
    await own.server.close();
  });
});
