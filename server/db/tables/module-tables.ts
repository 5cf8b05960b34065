import type { Generated, GeneratedAlways } from 'kysely';
import type { ModuleManifest } from '#domain/modules/module-manifest';
import type { ModuleParts } from '#domain/modules/module-parts';
import type { Json, UnixSeconds } from '../columns/column-types.ts';

/** A module that is installed. */
export interface ModuleTable {
  uid: string;
  version: string;
  state: 'installed' | 'paused';
  manifest: Json<ModuleManifest>;
  parts: Json<ModuleParts>;
  /** Of its package. */
  sha256: string;
  /** No other version is offered in its place. */
  pinned: Generated<boolean>;
  /** The rule of its directory in the menu. */
  directory_id: number | null;
  /** That rule, where pausing switched it off; null where nothing pauses, or a version before did it. */
  hidden_rules: Json<readonly number[]> | null;
  installed_at: UnixSeconds;
  installed_by: number;
}

/** A package that was installed, or brought in by hand. */
export interface ModulePackageTable {
  uid: string;
  version: string;
  sha256: string;
  bytes: Uint8Array;
  manifest: Json<ModuleManifest>;
  trust: 'shipped' | 'trusted' | 'listed';
  /** Fingerprint of the key that signed it; '' where nobody did. */
  publisher: Generated<string>;
  /** That key, where a registry told it; '' where it is one of the settings. */
  public_key: Generated<string>;
  fetched_at: UnixSeconds;
}

/** A picture of a module, as its package of that digest has it; one without a name and without bytes says that all of them are here. */
export interface ModulePictureTable {
  uid: string;
  name: string;
  sha256: string;
  bytes: Uint8Array;
}

/** What was done with a module; nothing of it changes. */
export interface ModuleRunTable {
  id: GeneratedAlways<number>;
  uid: string;
  kind: 'install' | 'update' | 'rollback' | 'pause' | 'resume' | 'keep' | 'delete' | 'purge';
  from_version: string | null;
  to_version: string | null;
  report: Json<unknown>;
  admin_id: number;
  at: UnixSeconds;
  /** As whoever began it named it. */
  key: string | null;
}

/** A registry elsewhere, with the list it told last. */
export interface ModuleRegistryTable {
  id: GeneratedAlways<number>;
  /** Ends with a slash. */
  address: string;
  /** By which its list has to be signed, as somebody agreed to it: 32 bytes of Ed25519 in base64url. */
  public_key: string;
  /** Another one that its list is signed by of late and nobody agreed to; '' where there is none. */
  offered_key: Generated<string>;
  /** Of the list: one with a smaller number is older and not taken. */
  serial: number;
  /** The text of its `index.json`, as it was signed. */
  index: string;
  fetched_at: UnixSeconds;
  asked_at: UnixSeconds;
  /** Why it could not be brought last time; '' where it could. */
  failure: Generated<string>;
  added_at: UnixSeconds;
  added_by: number;
}

/** By whom a module was signed when it was first installed; stays while its records wait. */
export interface ModulePublisherTable {
  uid: string;
  /** '' where the program's own list told of it and nobody signed. */
  fingerprint: string;
  pinned_at: UnixSeconds;
}
