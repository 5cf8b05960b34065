import type { Failure } from '#domain/base/failure';
import type { StoreModule, StoreTab } from '#domain/modules/store-module';
import type { ChosenFile } from '../files/upload.machine.ts';
import type { SectionRecords } from '#domain/modules/module-plan';
import type { PendingRun, StoreFacts } from './module.vocabulary.ts';

/** What becomes of the records of a removed module. */
export type RemovalRecords = 'keep' | 'delete';

export type StoreAct =
  | { readonly act: 'pause'; readonly uid: string; readonly isPaused: boolean }
  | { readonly act: 'pin'; readonly uid: string; readonly isPinned: boolean }
  | ({ readonly act: 'remove' | 'purge' } & ModuleRemoval)
  | { readonly act: 'saveArchive'; readonly uid: string }
  | { readonly act: 'refresh'; readonly id: number; readonly fingerprint: string }
  | { readonly act: 'forget'; readonly id: number };

/** A removal that is asked about: what becomes of the records, and the uid as somebody types it. */
export interface ModuleRemoval {
  /** `records`: the module is gone already, and its records would go now. */
  readonly of: 'module' | 'records';
  readonly uid: string;
  readonly records: RemovalRecords;
  readonly typed: string;
}

export type ModuleStoreEvent =
  | { readonly type: 'store.retried' }
  | { readonly type: 'tab.chosen'; readonly tab: StoreTab }
  | { readonly type: 'search.typed'; readonly text: string }
  | { readonly type: 'module.chosen'; readonly uid: string }
  | { readonly type: 'module.left' }
  /** Told by the way of a module: something is done to it; that was done; it was not; nobody knows whether it was. */
  | { readonly type: 'run.begun' | 'run.ended' | 'run.refused' | 'run.lost'; readonly uid: string }
  | { readonly type: 'module.paused' | 'module.resumed' | 'module.pinned' | 'module.released'; readonly uid: string }
  | { readonly type: 'module.removeRequested'; readonly uid: string }
  | { readonly type: 'records.chosen'; readonly records: RemovalRecords }
  /** Of a removed module: they are saved as a file, or go now. Choosing it installs them again. */
  | { readonly type: 'records.saveRequested' | 'records.purgeRequested'; readonly uid: string }
  | { readonly type: 'registry.addRequested' | 'registry.addClosed' }
  /** Told by the one that adds it. */
  | { readonly type: 'registry.added' }
  /** `fingerprint`: of another key that is agreed to; '' for none. */
  | { readonly type: 'registry.refreshed'; readonly id: number; readonly fingerprint: string }
  | { readonly type: 'registry.forgotten'; readonly id: number }
  | { readonly type: 'uid.typed'; readonly text: string }
  | { readonly type: 'question.confirmed' }
  | { readonly type: 'question.cancelled' }
  | { readonly type: 'package.chosen'; readonly file: ChosenFile };

export interface Received {
  readonly uid: string;
  readonly facts: StoreFacts;
}

export interface ModuleStoreContext {
  readonly facts: StoreFacts | null;
  readonly tab: StoreTab;
  readonly search: string;
  /** The module that is looked at. */
  readonly chosen: string | null;
  /** Modules to which something is done: their ways go on while others are looked at. */
  readonly running: readonly string[];
  /** Modules with which something went wrong while nobody looked: their ways tell why, and are kept until somebody does. */
  readonly unseen: readonly string[];
  /** What was read is no longer so. */
  readonly isStale: boolean;
  /** The one that was looked at last, where the list is shown again. */
  readonly left: string | null;
  readonly asked: ModuleRemoval | null;
  /** What would go of it, while that is asked about; null before it is known, and where it could not be counted. */
  readonly going: readonly SectionRecords[] | null;
  /** The registry that somebody wants to be without, while it is asked whether that is so. */
  readonly parted: number | null;
  readonly act: StoreAct | null;
  readonly file: ChosenFile | null;
  readonly failure: Failure | null;
}

/** Before anything was read. */
export const NO_STORE: ModuleStoreContext = {
  facts: null,
  tab: 'available',
  search: '',
  chosen: null,
  running: [],
  unseen: [],
  isStale: false,
  left: null,
  asked: null,
  going: null,
  parted: null,
  act: null,
  file: null,
  failure: null,
};

/** What was begun before this page was loaded and goes on in none of its ways. */
export const runsLeft = ({ facts, running }: Pick<ModuleStoreContext, 'facts' | 'running'>): readonly PendingRun[] =>
  facts?.pending.filter(({ uid }) => !running.includes(uid)) ?? [];

/** As it is once it is known what has become of a module. */
export const withEnded = ({ facts, running }: Pick<ModuleStoreContext, 'facts' | 'running'>, uid: string) => ({
  running: running.filter((one) => one !== uid),
  facts: facts && { ...facts, pending: facts.pending.filter((one) => one.uid !== uid) },
});

/** As it is once something went wrong with a module. */
export const withUnseen = ({ chosen, unseen }: Pick<ModuleStoreContext, 'chosen' | 'unseen'>, uid: string) => ({
  unseen: chosen === uid ? unseen : [...new Set([...unseen, uid])],
});

/** As it is once somebody has looked at a module. */
export const withSeen = ({ unseen }: Pick<ModuleStoreContext, 'unseen'>, uid: string) => ({ unseen: unseen.filter((one) => one !== uid) });

/** What an event or an act speaks of. */
export type OfModule = { readonly uid: string };

export const NO_ACT: StoreAct = { act: 'pin', uid: '', isPinned: false };
export const NO_FILE: ChosenFile = { fileId: '', name: '', sizeBytes: 0, mimeType: '' };

export const findModule = ({ facts }: Pick<ModuleStoreContext, 'facts'>, uid: string): StoreModule | undefined =>
  facts?.modules.find((one) => one.uid === uid);
