import { text } from '#ui/base/i18n.ts';
import type { CellProps } from '#ui/kit/cells/cell.ts';
import cells from '#ui/kit/cells/cells.module.css';
import { timeCell } from '#ui/kit/cells/time-cell.tsx';

/** When the token was made; until then the entry opens nothing, which its row says. */
export const issuedCell = (props: CellProps) =>
  props.record[props.fieldKey] === null ? (
    <span className={cells.status} data-color="orange">
      {text('resources.apiToken.state.none')}
    </span>
  ) : (
    timeCell(props)
  );

/** When it was used last. */
export const usedCell = (props: CellProps) =>
  props.record[props.fieldKey] === null && props.record['issuedAt'] !== null ? (
    <span className={cells.empty}>{text('resources.apiToken.state.never')}</span>
  ) : (
    timeCell(props)
  );
