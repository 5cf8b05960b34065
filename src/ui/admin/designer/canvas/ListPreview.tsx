import { useSelector } from '@xstate/react';
import { selectDeclaration } from '#machines/designer/section-designer.selectors';
import { t } from '../../../base/i18n.ts';
import { useCurrencySign } from '../../../kit/use-currency-sign.ts';
import { isRightAligned } from '../../../kit/cells/registry.ts';
import { fieldLabel, resourceLabel } from '../../../kit/resource-texts.ts';
import { columnLayout, tableStyle } from '../../../kit/table/base/column-layout.ts';
import { listColumns } from '../../../kit/table/base/columns.ts';
import { tableShape } from '../../../kit/table/base/table-shape.ts';
import table from '../../../kit/table/base/table.module.css';
import { TableRows } from '../../../kit/table/TableBody.tsx';
import { useDesigning } from '../base/designer-context.ts';
import { examplesOf } from './examples.ts';
import previews from './previews.module.css';

const ABILITIES = { mayAdd: true, mayEdit: true, mayDelete: true, maySort: true };
const ACTION_PX = 32;
const ACTION_PADDING_PX = 20;

/** The list as people will have it, over example rows. A press on a heading chooses a field. */
export function ListPreview() {
  const { designer } = useDesigning();
  const resource = useSelector(designer, selectDeclaration);
  const chosen = useSelector(designer, ({ context }) => context.chosen);
  const columns = listColumns(resource).filter(({ isShownByDefault }) => isShownByDefault);
  const shape = tableShape({
    resource,
    columns,
    pins: 0,
    abilities: ABILITIES,
    canDrag: false,
    hasView: false,
    windows: [],
    hasHistory: false,
    cdnUrl: '',
    currencySign: useCurrencySign(),
  });
  const buttons = shape.buttonCount;
  const layout = columnLayout(columns, {}, buttons === 0 ? 0 : buttons * ACTION_PX + ACTION_PADDING_PX);
  const rows = examplesOf(resource).map((row) => ({ row, depth: 0, isExpanded: null }));
  return (
    <div className={previews.list}>
      <div className={previews.scroller}>
        <table
          className={table.table}
          style={tableStyle(layout)}
          aria-label={t('resources.kit.table.label', { name: resourceLabel(resource) })}
        >
          <colgroup>
            {layout.colsPx.map((px, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a col is nothing but its place
              <col key={index} style={px === null ? undefined : { width: px }} />
            ))}
          </colgroup>
          <thead className={table.head}>
            <tr>
              <th className={table.selectCell} aria-hidden />
              {columns.map(({ key, field }) => (
                <th key={key} scope="col" className={isRightAligned(field.kind) ? table.right : undefined} data-chosen={chosen === key}>
                  <button type="button" className={previews.heading} onClick={() => designer.send({ type: 'field.chosen', key })}>
                    {fieldLabel(resource, key)}
                  </button>
                </th>
              ))}
              {buttons > 0 && <th className={table.actionCell} aria-hidden />}
            </tr>
          </thead>
          <tbody inert>
            <TableRows rows={rows} selection={NONE} changes={NONE} shape={shape} />
          </tbody>
        </table>
      </div>
      <p className={previews.note}>{t('designer.list.note')}</p>
    </div>
  );
}

const NONE: readonly never[] = [];
