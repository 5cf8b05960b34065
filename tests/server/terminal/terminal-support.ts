import { STREAM_PATH, terminalTicket } from '#api/contract/terminal/terminal';
import type { ServerApp } from '#server/app';
import type { ProcessCommand } from '#server/ports/terminal-ports';
import { createTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts';

export interface Message {
  /** The event's id line, or null. */
  readonly id: number | null;
  readonly data: string;
  readonly uuid: string;
  readonly extend: string;
  readonly key: string;
  readonly kind: 'control' | 'output';
  readonly seq?: number;
  readonly at: number;
}

/** Events of a stream as a browser would read them. */
export async function* messagesOf(response: Response): AsyncGenerator<Message> {
  let open = '';
  for await (const text of (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream())) {
    const frames = (open + text).split('\n\n');
    open = frames.pop() ?? '';
    for (const frame of frames.filter((each) => !each.startsWith(':'))) {
      const lines = frame.split('\n');
      const id = lines.find((line) => line.startsWith('id: '))?.slice(4);
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6) ?? 'null';
      yield { id: id === undefined ? null : Number(id), ...(JSON.parse(data) as Omit<Message, 'id'>) };
    }
  }
  if (open !== '') throw new Error(`The stream ended within an event: ${open}`);
}

export const textOf = (messages: readonly Message[]): string[] => messages.map(({ data }) => data);
/** What the command itself printed, line by line. */
export const printed = (messages: readonly Message[]): string[] =>
  messages
    .filter(({ kind, data }) => kind === 'output' && !data.startsWith('> ') && !data.startsWith('exitCode: '))
    .flatMap(({ data }) => data.split('\n'));

interface Opening {
  readonly command: string;
  readonly uuid: string;
  readonly extend?: string;
  readonly token?: string | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly signal?: AbortSignal;
}

export const streamUrl = ({ command, uuid, extend = '', query = {}, path = STREAM_PATH }: Opening): string =>
  `${path}?${new URLSearchParams({ command, uuid, extend, server: '1', lang: 'en', ...query }).toString()}`;

export const openStream = (app: Pick<ServerApp, 'fetch'>, opening: Opening): Promise<Response> =>
  app.fetch(
    new Request(`http://test.invalid${streamUrl(opening)}`, {
      headers: { ...(opening.token !== undefined && { batoken: opening.token }), ...opening.headers },
      ...(opening.signal && { signal: opening.signal }),
    }),
  );

export async function allOf(response: Response): Promise<Message[]> {
  const messages: Message[] = [];
  for await (const message of messagesOf(response)) messages.push(message);
  return messages;
}

export const read = async (app: Pick<ServerApp, 'fetch'>, opening: Opening): Promise<Message[]> => allOf(await openStream(app, opening));

/** A command of a test: a program for Node, run for a minute at most. */
export const script = (source: string | (() => unknown), over: Partial<ProcessCommand> = {}): ProcessCommand => ({
  file: 'node',
  args: ['-e', typeof source === 'string' ? source : `(${source.toString()})()`],
  folder: 'scratch',
  timeoutMs: 60_000,
  line: 'a script of the test',
  ...over,
});

export interface TerminalRig {
  readonly server: TestServer;
  readonly token: string;
  uuid(): string;
  ticket(order: { readonly command: string; readonly uuid: string; readonly extend?: string }, token?: string): Promise<string>;
  run(command: string, uuid?: string, query?: Readonly<Record<string, string>>): Promise<Message[]>;
}

export async function createTerminalRig(
  commands: Readonly<Record<string, ProcessCommand>> = {},
  options: TestServerOptions = {},
): Promise<TerminalRig> {
  const server = await createTestServer({ sampleData: false, ...options });
  for (const [key, command] of Object.entries(commands)) server.app.terminal.commands.register(key, command);
  const { token } = await server.signIn();
  let count = 0;
  const uuid = (): string => `run-${String((count += 1)).padStart(6, '0')}`;
  return {
    server,
    token,
    uuid,
    ticket: async (order, by = token) => (await server.call(terminalTicket, order, { token: by })).ticket,
    run: (command, id = uuid(), query = {}) => read(server.app, { command, uuid: id, token, query }),
  };
}
