import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/**
 * The terminal of super administrators. The output itself is an event stream at `STREAM_PATH`, opened by the browser's EventSource with
 * `command`, `uuid`, `extend`, `server=1` and, instead of a token, a one-time ticket as `batoken`; `color=1` keeps colour sequences,
 * `lang` picks the language of what the server itself says, `after` goes on behind an event.
 *
 * The uuid is the id of one run: whoever asks for it first starts the command, everybody else joins. To run a task again, take a new one.
 * Source: specification §4 "Terminal task run", §7; wire protocol §5.20; security rules 5, 26, 27.
 */
export const STREAM_PATH = '/admin/Terminal/index';

/**
 * One event of the stream: `data: {…}` with the event's number as its id, so that `Last-Event-ID` (or the query `after`) goes on behind it.
 * Output that comes quickly is one event of several lines, joined by line feeds. A spent ticket opens its own run again only with
 * `Last-Event-ID`, as a browser sends it by itself; whoever opens a stream anew takes another ticket. Refusals have no id.
 * `kind` tells control words from output that spells one; other servers do not send it. `at` is milliseconds since 1970.
 */
export const streamMessage = z.object({
  data: z.string(),
  uuid: z.string(),
  extend: z._default(z.nullish(z.string()), ''),
  key: z._default(z.nullish(z.string()), ''),
  kind: z.optional(z.enum(['control', 'output'])),
  seq: z.optional(z.number()),
  at: z.optional(z.number()),
});
export type StreamMessage = z.output<typeof streamMessage>;

const UUID = z.string().check(z.regex(/^[\w-]{8,64}$/u));

/** Lives 30 seconds, opens one stream of this session, and only for this command and task. */
export const terminalTicket = endpoint({
  method: 'POST',
  path: '/admin/Terminal/ticket',
  audience: 'super',
  input: z.object({ command: z.string(), uuid: UUID, extend: z._default(z.string(), '') }),
  /** `path` is where the stream of another server is. */
  output: z.object({ ticket: z.string(), path: z.optional(z.string()) }),
  success: 'silent',
  summary: 'A one-time ticket that opens the output of one task.',
});

/** Ends the task's process group; a run that has ended is left as it is. */
export const stopTerminal = endpoint({
  method: 'POST',
  path: '/admin/Terminal/stop',
  audience: 'super',
  input: z.object({ uuid: UUID }),
  output: z.null(),
  success: 'silent',
  summary: 'Stops a running command.',
});

/** What was recorded of a run, for looking at it again; `status` is null when the server knows nothing of the task. */
export const readRun = endpoint({
  method: 'GET',
  path: '/admin/Terminal/run',
  audience: 'super',
  input: z.object({ uuid: UUID }),
  output: z.object({
    status: z.nullable(z.enum(['running', 'success', 'failed', 'stopped', 'interrupted'])),
    /** In order; `at` is milliseconds since the first. */
    events: z.array(z.object({ seq: z.number(), at: z.number(), kind: z.enum(['control', 'output']), data: z.string() })),
  }),
  success: 'silent',
  summary: 'The recorded events of a run.',
});

/** The commands that may be asked for, so that the panel offers no other. */
export const listCommands = endpoint({
  method: 'GET',
  path: '/admin/Terminal/commands',
  audience: 'super',
  input: z.object({}),
  /** `missing` is the program of one that cannot run: it is not installed. */
  output: z.object({ commands: z.array(z.object({ key: z.string(), line: z.string(), missing: z.optional(z.string()) })) }),
  success: 'silent',
  summary: 'The keys of the commands that the terminal runs, each with its command line, and which program it lacks.',
});

export const changeTerminalConfig = endpoint({
  method: 'POST',
  path: '/admin/ajax/changeTerminalConfig',
  audience: 'super',
  input: z.object({ manager: z.optional(z.string()), port: z.optional(z.union([z.string(), z.number()])) }),
  output: z.null(),
  success: 'announced',
  summary: 'Keeps the chosen package manager and port.',
});

/**
 * `tp` is the server's cache; `all` that and what later parts hang on to it. The browser clears its own storage by itself. Everybody waits
 * for what is read anew, as after a change of a setting: it is for whoever may change one.
 */
export const clearCache = endpoint({
  method: 'POST',
  path: '/admin/ajax/clearCache',
  audience: 'permitted',
  right: 'routine/config/edit',
  input: z.object({ type: z.string() }),
  output: z.null(),
  success: 'announced',
  summary: "Clears the server's caches.",
});
