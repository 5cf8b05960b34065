import * as z from 'zod/mini';
import { ANSWER_EVENT_KINDS } from '#domain/chat/answer';
import { chatSource, answerUsage, finishReason, messageState, toolData } from './chat-shapes.ts';

/**
 * One event of an answer's stream: `data: {…}` with its number as the event's id. `data` is JSON text by kind: `text` and `thinking` carry
 * the piece itself; all others a JSON object, as below. The number of the last event that was read goes into `Last-Event-ID`, or into
 * the query as `after`; what came behind it is sent, then what is to come, and the line ends with the answer. Of an answer that was ended
 * some time ago one event `replace` holds everything. A comment line every 15 seconds says that the line is up.
 */
export const answerEvent = z.object({
  data: z.string(),
  /** Of the run, as it was asked for. */
  uuid: z.string(),
  kind: z.enum(ANSWER_EVENT_KINDS),
  seq: z.number(),
  /** Milliseconds since 1970. */
  at: z.number(),
});

/** `data` of `state`: first `running`, and last of all how it ended. */
export const stateData = z.object({ state: messageState, finishReason, model: z.string(), modelId: z.number() });
/** `data` of `replace`: what was shown is dropped for this. */
export const replaceData = z.object({
  text: z.string(),
  thinking: z.string(),
  sources: z.array(chatSource),
  tools: z.optional(z.array(toolData)),
  state: messageState,
  finishReason,
  usage: z.nullable(answerUsage),
});
