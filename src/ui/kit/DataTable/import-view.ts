import type { TableKit } from '#actors/table-part';
import type { Resource } from '#domain/resource';
import type { ImportRef } from '#machines/import.machine';

/** What the pages of an import know of it. */
export interface ImportViewProps {
  readonly actor: ImportRef;
  readonly resource: Resource;
  readonly keep: TableKit['keep'];
  readonly onClose: () => void;
}
