import { richTextExcerpt } from '#domain/fields/rich-text-excerpt';
import { isEmptyRichText } from '#domain/base/validation';
import { t } from '../../base/i18n.ts';
import { scalarText } from './scalar-text.ts';
import type { CellProps } from './cell.ts';
import classes from './cells.module.css';
import { emptyCell } from './empty-cell.tsx';

/** The first words of a rich text, as text; a list shows none of its look. */
export function richTextCell({ record, fieldKey }: CellProps) {
  const html = scalarText(record[fieldKey]);
  if (isEmptyRichText(html)) return emptyCell();
  return (
    <span className={classes.clip} data-clip>
      {richTextExcerpt(html) || t('resources.kit.cells.noWords')}
    </span>
  );
}
