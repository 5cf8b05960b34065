import { IconFileTypeSql, IconHistory, IconTable, IconTemplate } from '@tabler/icons-react';
import type { DesignOriginsRef, OriginDoor } from '#machines/designer/design-origins.machine';
import type { DesignedSectionsRef } from '#machines/designer/designed-sections.machine';

/** What a design can begin with that is there already. */
export const DOORS = [
  { door: 'section', Icon: IconTemplate },
  { door: 'table', Icon: IconTable },
  { door: 'statement', Icon: IconFileTypeSql },
  { door: 'log', Icon: IconHistory },
] as const satisfies readonly { readonly door: OriginDoor; readonly Icon: typeof IconTable }[];

/** A design that was taken along from elsewhere. */
export const DESIGN_FILES = 'application/json,.json';

export async function importInto(sections: DesignedSectionsRef, file: File): Promise<void> {
  sections.send({ type: 'section.imported', text: await file.text() });
}

export interface WaysProps {
  readonly sections: DesignedSectionsRef;
  readonly origins: DesignOriginsRef;
}
