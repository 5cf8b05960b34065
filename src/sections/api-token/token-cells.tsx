import { issuedCell, lastUseCell } from '#ui/admin/programs/issued-cell.tsx';
import type { CellProps } from '#ui/kit/cells/cell.ts';

/** When the token was made. */
export const madeCell = (props: CellProps) => issuedCell('resources.apiToken', props);

/** When it was used last. */
export const usedCell = (props: CellProps) => lastUseCell('resources.apiToken', props);
