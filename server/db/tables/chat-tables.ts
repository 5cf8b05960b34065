import type { ChatOwnerColumns } from '../columns/shared-columns.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { AttachmentKind } from '#domain/chat/attachment';
import type { ChatCharge, ChatOwnerKind, FinishReason, MessageState, ProposalState, ProposedAction } from '#domain/chat/answer';
import type { ProposedStep } from '#domain/chat/proposal';
import type { Json, JsonWithDefault, Stamped, UnixSeconds } from '../columns/column-types.ts';

/** Keys of models, encrypted; no list, log or record of changes reads them. */
export interface ChatModelSecretTable {
  model_id: number;
  encrypted: string;
  update_time: UnixSeconds;
}

/** What named records are called, where the reader may open their list. */
export interface RelatedNames {
  readonly before: string | null;
  readonly after: string | null;
}

export interface ChatVisitorTable {
  id: GeneratedAlways<number>;
  /** SHA-256 of the token. */
  hash: string;
  network: string;
  /** Questions since the last security check. */
  asked: Generated<number>;
  create_time: UnixSeconds;
  seen_time: UnixSeconds;
}

export interface ChatConversationTable extends Stamped, ChatOwnerColumns {
  id: GeneratedAlways<number>;
  uuid: string;
  title: string;
  /** Given by its owner, and no longer that of the first question. */
  is_own_title: Generated<boolean>;
  folder: Generated<string>;
  is_pinned: Generated<boolean>;
  is_temporary: Generated<boolean>;
  model_id: number | null;
  /** The end of the shown branch. */
  leaf_id: number | null;
  delete_time: UnixSeconds | null;
}

/** What belongs to a message beside its text. */
export interface MessageParts {
  readonly thinking?: string;
  readonly sources?: readonly StoredSource[];
  readonly tools?: readonly StoredTool[];
}

/** A step of a tool, as the conversation keeps it. */
export interface StoredTool {
  readonly id: string;
  readonly name: string;
  readonly state: 'running' | 'done' | 'failed';
}

export interface StoredSource {
  readonly kind: 'help' | 'record' | 'page';
  readonly title: string;
  readonly address: string;
  readonly slug?: string;
  readonly isSuggestion?: boolean;
}

export interface ChatMessageTable {
  id: GeneratedAlways<number>;
  uuid: string;
  conversation_id: number;
  parent_id: number | null;
  role: 'user' | 'assistant';
  state: MessageState;
  text: string;
  search_text: GeneratedAlways<string>;
  parts: JsonWithDefault<MessageParts>;
  model_id: number | null;
  model_name: Generated<string>;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  first_word_ms: number | null;
  total_ms: number | null;
  cost: Generated<number>;
  /** Points and cents that were taken for it. */
  charged_score: Generated<number>;
  charged_money: Generated<number>;
  finish_reason: FinishReason | null;
  text_sha256: string | null;
  create_time: UnixSeconds;
  delete_time: UnixSeconds | null;
}

/** A file that a question was asked with, or may be. */
export interface ChatAttachmentTable {
  id: GeneratedAlways<number>;
  uuid: string;
  owner_type: Exclude<ChatOwnerKind, 'visitor'>;
  owner_id: number;
  name: string;
  kind: AttachmentKind;
  /** Told from the bytes. */
  mime_type: string;
  /** Bytes. */
  size: number;
  /** Pixels; 0 for texts. */
  width: Generated<number>;
  height: Generated<number>;
  /** Name of the file on the disk. */
  file_id: string;
  /** What a text says; null for pictures. */
  text: string | null;
  create_time: UnixSeconds;
}

/** Which messages name an attachment; versions of a question share theirs. */
export interface ChatMessageAttachmentTable {
  message_id: number;
  attachment_id: number;
  /** From 0. */
  place: number;
}

/** One run of an answer; `continue` is another run of the same message. */
export interface ChatRunTable extends ChatOwnerColumns {
  id: GeneratedAlways<number>;
  uuid: string;
  message_id: number;
  status: Generated<MessageState>;
  /** The server that writes the answer. */
  owner: string;
  seen_at_ms: number;
  stop_asked_by: string | null;
  charge: Generated<ChatCharge>;
  /** Points or cents: what the answer may take while it is running, and what it takes once it has ended and is not booked yet. */
  held: Generated<number>;
  /** When somebody last followed it; a visitor's answer ends without readers. */
  reader_seen_ms: number;
  create_time: UnixSeconds;
  end_time: UnixSeconds | null;
}

/** Append-only; forgotten soon after the answer has ended, because its message holds everything then. */
export interface ChatEventTable {
  run_id: number;
  seq: number;
  at_ms: number;
  kind: 'state' | 'thinking' | 'text' | 'tool' | 'source' | 'usage' | 'replace';
  data: string;
}

export interface ChatShareTable {
  uuid: string;
  conversation_id: number;
  snapshot: Json<unknown>;
  create_time: UnixSeconds;
}

/** What a model would have written for an administrator; nothing is until they approve it. */
/** `sets`: what becomes of the state, by wire name; nothing where the record stays as it is. */
export interface StoredStep extends ProposedStep {
  readonly sets: Readonly<Record<string, unknown>>;
}

export interface ChatProposalTable {
  id: GeneratedAlways<number>;
  uuid: string;
  message_id: number;
  admin_id: number;
  resource: string;
  action: ProposedAction;
  record_id: number | null;
  /** What the record is called. */
  title: Generated<string>;
  /** Values by wire names. */
  input: Json<Readonly<Record<string, unknown>>>;
  /** What stood there when it was proposed. */
  before: Json<Readonly<Record<string, unknown>>>;
  /** What the records are called that its values name, by field. */
  names: JsonWithDefault<Readonly<Record<string, RelatedNames>>>;
  version: number | null;
  /** The event of its life that the record would be sent; null where values alone would be written. */
  step: Json<StoredStep> | null;
  state: Generated<ProposalState>;
  /** The write that it became. */
  write_id: number | null;
  create_time: UnixSeconds;
  end_time: UnixSeconds | null;
}
