import { isPlainObject } from '../base/plain-value.ts';

type JsonMap = Readonly<Record<string, unknown>>;

/** What is sent with one call. */
export interface FilePortion {
  /** A whole file of its own, of the kind that it came out of. */
  readonly file: string;
  readonly conversations: number;
}

export interface FilePortions {
  readonly portions: readonly FilePortion[];
  /** Conversations of which a single one is more than a call has room for. */
  readonly tooLong: number;
}

interface FileKind {
  readonly conversations: readonly unknown[];
  readonly slim: (conversation: JsonMap) => JsonMap;
  readonly around: (conversations: readonly string[]) => string;
}

/**
 * A file of conversations in portions that calls have room for: our own, or the `conversations.json` of ChatGPT. What is not read of it, such as
 * attached files and what other programs note beside the words, stays here: it is most of such a file.
 * @param limitBytes of the body of a call
 * @returns null for a text that is neither
 */
export function filePortions(text: string, limitBytes: number): FilePortions | null {
  const kind = kindOf(text);
  if (kind === null) return null;
  const room = limitBytes - bodyBytes(kind.around([]));
  const portions: FilePortion[] = [];
  let [held, heldBytes, tooLong] = [[] as string[], 0, 0];
  const close = (): void => {
    if (held.length > 0) portions.push({ file: kind.around(held), conversations: held.length });
    [held, heldBytes] = [[], 0];
  };
  for (const one of kind.conversations.filter(isPlainObject)) {
    const slim = JSON.stringify(kind.slim(one));
    const bytes = bodyBytes(slim) - QUOTES;
    if (bytes > room) {
      tooLong += 1;
      continue;
    }
    if (heldBytes + bytes > room) close();
    held.push(slim);
    // With the comma before the next one.
    heldBytes += bytes + 1;
  }
  close();
  return { portions, tooLong };
}

/** Those around a text in the body of a call. */
const QUOTES = 2;
const encoder = new TextEncoder();
/** What a text takes within the body of a call, where it stands in quotation marks. */
const bodyBytes = (text: string): number => encoder.encode(JSON.stringify(text)).byteLength;

function kindOf(text: string): FileKind | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (isPlainObject(read) && Array.isArray(read['conversations'])) {
    const { format, conversations } = read;
    return {
      conversations: conversations as readonly unknown[],
      slim: withoutFiles,
      around: (parts) => `{"format":${JSON.stringify(format)},"conversations":[${parts.join(',')}]}`,
    };
  }
  if (!Array.isArray(read) || !read.every((one) => isPlainObject(one) && isPlainObject(one['mapping']))) return null;
  return { conversations: read as readonly unknown[], slim: wordsOf, around: (parts) => `[${parts.join(',')}]` };
}

function withoutFiles(conversation: JsonMap): JsonMap {
  const { messages } = conversation;
  if (!Array.isArray(messages)) return conversation;
  return {
    ...conversation,
    messages: messages.map((message: unknown) => {
      if (!isPlainObject(message)) return message;
      const { attachments: _files, ...rest } = message;
      return rest;
    }),
  };
}

/** Of a conversation of ChatGPT what is read: who said which words when, and what follows what. */
function wordsOf({ title, create_time, update_time, current_node, mapping }: JsonMap): JsonMap {
  const nodes = Object.entries(mapping as JsonMap).filter(([, node]) => isPlainObject(node)) as [string, JsonMap][];
  return {
    title,
    create_time,
    update_time,
    current_node,
    mapping: Object.fromEntries(nodes.map(([id, { parent, message }]) => [id, { parent, message: saidIn(message) }])),
  };
}

function saidIn(message: unknown): JsonMap | null {
  if (!isPlainObject(message) || !isPlainObject(message['author']) || !isPlainObject(message['content'])) return null;
  const { role } = message['author'];
  const { parts } = message['content'];
  const words = (Array.isArray(parts) ? parts : []).filter((part) => typeof part === 'string');
  return { author: { role }, content: { parts: words }, create_time: message['create_time'] };
}
