import { issuedCell, lastUseCell } from '#ui/admin/programs/issued-cell.tsx';
import { text } from '#ui/base/i18n.ts';
import type { CellProps } from '#ui/kit/cells/cell.ts';
import cells from '#ui/kit/cells/cells.module.css';
import { emptyCell } from '#ui/kit/cells/empty-cell.tsx';
import { changedSectionLabel } from '#ui/kit/changes/change-words.ts';

/** When the secret was told; until then nothing leaves. */
export const secretCell = (props: CellProps) => issuedCell('resources.webhook', props);

/** When something was delivered last. */
export const deliveredCell = (props: CellProps) => lastUseCell('resources.webhook', props);

/** The sections it is told of, by their names for people. */
export function sectionsCell({ record, fieldKey }: CellProps) {
  const names = record[fieldKey];
  if (!Array.isArray(names) || names.length === 0) return emptyCell();
  return (
    <span className={cells.tags} data-clip>
      {names.map(String).map((name) => (
        <span key={name} className={cells.tag}>
          {name === '*' ? text('resources.webhook.state.all') : changedSectionLabel(name)}
        </span>
      ))}
    </span>
  );
}
