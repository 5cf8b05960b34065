import type { WiderAsk } from '#domain/modules/asks-difference';
import type { ModuleTexts } from '#domain/modules/module-manifest';
import type { StoreRegistry } from '#domain/modules/registry';
import type { ModuleAct, ModuleRun, StoreModule, WaitingModule } from '#domain/modules/store-module';

/** What is in a package. */
export interface PackageFacts {
  readonly author: string;
  readonly website: string;
  readonly license: string;
  /** Versions of the program that it is made for, and of other modules by their uid: ranges of semver. */
  readonly troupe: string;
  readonly requires: Readonly<Record<string, string>>;
  readonly asks: readonly WiderAsk[];
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Fingerprint of the key that signed it; null where nobody did. */
  readonly publisher: string | null;
  /** Address of the registry that lists it; null where none does. */
  readonly origin: string | null;
  readonly sections: readonly PackageSection[];
  /** What its pages and settings are called. */
  readonly titles: Readonly<Record<string, ModuleTexts>>;
  readonly readMe: ModuleTexts;
  /** Those that the texts show, by the names they have there, as addresses that hold them. */
  readonly pictures: Readonly<Record<string, string>>;
  readonly changeLog: ModuleTexts;
}

export interface PackageSection {
  readonly name: string;
  readonly controller: string;
  readonly label: Readonly<Record<string, string>>;
  /** How many it has. */
  readonly fields: number;
}

/** Whether records that wait come back. */
export type Records = 'new' | 'kept';

/** An installation that was begun; `run` is its id. */
export interface PendingRun {
  readonly uid: string;
  readonly version: string;
  readonly act: ModuleAct;
  readonly run: string;
}

export interface StoreFacts {
  readonly modules: readonly StoreModule[];
  readonly runs: readonly ModuleRun[];
  readonly waiting: readonly WaitingModule[];
  readonly registries: readonly StoreRegistry[];
  /** Begun before this page was loaded, the newest last. */
  readonly pending: readonly PendingRun[];
}
