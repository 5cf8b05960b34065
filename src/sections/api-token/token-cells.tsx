import { issuedCell as cellOfIssue, lastUseCell } from '#ui/admin/programs/issued-cell.tsx';
import type { CellProps } from '#ui/kit/cells/cell.ts';

/** When the token was made. */
export const issuedCell = (props: CellProps) => cellOfIssue('resources.apiToken', props);

/** When it was used last. */
export const usedCell = (props: CellProps) => lastUseCell('resources.apiToken', props);
