import { text } from '../../base/i18n.ts';
import type { CellProps } from '../../kit/cells/cell.ts';
import cells from '../../kit/cells/cells.module.css';
import { timeCell } from '../../kit/cells/time-cell.tsx';

/**
 * When something was told that is told once; until then the entry does nothing, which its row says.
 * @param words the words of the section, as `resources.webhook`
 */
export const issuedCell = (words: string, props: CellProps) =>
  props.record[props.fieldKey] === null ? (
    <span className={cells.status} data-color="orange">
      {text(`${words}.state.none`)}
    </span>
  ) : (
    timeCell(props)
  );

/** When what was issued was used last: never, where it could have been. */
export const lastUseCell = (words: string, props: CellProps) =>
  props.record[props.fieldKey] === null && props.record['issuedAt'] !== null ? (
    <span className={cells.empty}>{text(`${words}.state.never`)}</span>
  ) : (
    timeCell(props)
  );
