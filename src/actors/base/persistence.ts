import type { AnyActorRef, SnapshotFrom, Subscription } from 'xstate';
import type { StoragePort } from './ports.ts';

/** Keys of the browser's storage. Source: specification §9; readings 3, "a sixth key for layout and language". */
export const STORAGE_KEY = {
  adminInfo: 'adminInfo',
  userInfo: 'userInfo',
  siteConfig: 'siteConfig',
  tabs: 'storeTabViewConfig',
  terminal: 'storeTerminal',
  config: 'storeConfig',
  tables: 'storeTables',
  codes: 'storeCodes',
  palette: 'storePalette',
  /** By what the chat knows a visitor again. */
  chatVisitor: 'storeChatVisitor',
  chatSendKey: 'storeChatSendKey',
  /** Of one tab alone, like the next. */
  drafts: 'storeDrafts',
  memberDrafts: 'storeMemberDrafts',
  chatDrafts: 'storeChatDrafts',
  staffChatDrafts: 'storeStaffChatDrafts',
  /** What the home page was asked; it writes the same form (`src/ui/documents/public.ts`). */
  chatAsked: 'storeChatAsked',
  passwordReset: 'storePasswordReset',
  codeSignIn: 'storeCodeSignIn',
  moduleRun: 'storeModuleRun',
} as const;

/** A named part of storage: a version beside the value, so that an old form is not misread as a damaged one. */
export interface Slice {
  readonly key: string;
  readonly version: number;
}

export interface PersistOptions<Ref extends AnyActorRef, Value> {
  /** What to keep. */
  readonly pick: (snapshot: SnapshotFrom<Ref>) => Value;
  /** May throw: storage can be full or forbidden. */
  readonly write: (value: Value) => void;
  readonly log: (message: string) => void;
}

/** What is stored, or undefined where that is missing, damaged or of another version. */
export function readSlice(storage: Pick<StoragePort, 'read'>, { key, version }: Slice): unknown {
  const text = storage.read(key);
  if (text === null) return undefined;
  try {
    const stored = JSON.parse(text) as { version?: unknown; value?: unknown } | null;
    return stored?.version === version ? stored.value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes a slice; null removes it.
 * @throws when storage is full or forbidden
 */
export function writeSlice(storage: Pick<StoragePort, 'write' | 'remove'>, { key, version }: Slice, value: unknown): void {
  if (value === null) storage.remove(key);
  else storage.write(key, JSON.stringify({ version, value }));
}

/**
 * Keeps a slice of an actor's state, not its snapshot: after a reload the app starts anew with it as input.
 * Writes at once and only what differs. Full storage costs the slice, never the app.
 */
export function persist<Ref extends AnyActorRef, Value>(actor: Ref, { pick, write, log }: PersistOptions<Ref, Value>): Subscription {
  let before = JSON.stringify(pick(actor.getSnapshot() as SnapshotFrom<Ref>));
  return actor.subscribe((snapshot: SnapshotFrom<Ref>) => {
    const value = pick(snapshot);
    const text = JSON.stringify(value);
    if (text === before) return;
    before = text;
    try {
      write(value);
    } catch (error) {
      log(`not stored, ${actor.id}: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  });
}
