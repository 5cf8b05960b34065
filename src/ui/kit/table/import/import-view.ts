import type { ImportBundle } from '#actors/table/import.bundle';
import type { Resource } from '#domain/table/resource';
import type { ImportRef } from '#machines/table/import.machine';

/** What the pages of an import know of it. */
export interface ImportViewProps {
  readonly actor: ImportRef;
  readonly resource: Resource;
  readonly keep: ImportBundle['keep'];
  readonly onClose: () => void;
}
