import type { Generated, GeneratedAlways } from 'kysely';
import type { ModuleManifest } from '#domain/modules/module-manifest';
import type { ModuleParts } from '#domain/modules/module-parts';
import type { Json, UnixSeconds } from './column-types.ts';

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
  trust: 'shipped' | 'trusted';
  /** Fingerprint of the key that signed it; '' where nobody did. */
  publisher: Generated<string>;
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
  kind: 'install' | 'update' | 'rollback' | 'pause' | 'resume' | 'keep' | 'delete';
  from_version: string | null;
  to_version: string | null;
  report: Json<unknown>;
  admin_id: number;
  at: UnixSeconds;
  /** As whoever began it named it. */
  key: string | null;
}
