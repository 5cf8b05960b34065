import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { resourceUrl } from '#domain/base/addresses/resource-url';
import { t } from '../../base/i18n.ts';
import type { CellProps } from './cell.ts';
import { emptyCell } from './empty-cell.tsx';
import classes from './cells.module.css';

const addressesOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string' && isPictureAddress(item));

/** The field whose picture is that of a person. */
const AVATAR = 'avatar';

const initialOf = (title: string): string => (Array.from(title.trim())[0] ?? '').toLocaleUpperCase();

/** The first picture as a thumbnail, and how many more there are; pressing it opens them all. A person without one has the first letter of their name. */
export function imageCell({ record, fieldKey, title, cdnUrl }: CellProps) {
  const [first, ...others] = addressesOf(record[fieldKey]);
  if (first === undefined && fieldKey === AVATAR && initialOf(title) !== '')
    return (
      <span className={classes.initial} aria-hidden="true">
        {initialOf(title)}
      </span>
    );
  if (first === undefined) return emptyCell();
  return (
    <button type="button" className={classes.thumbnail} data-action="preview" data-field={fieldKey}>
      <img src={resourceUrl(first, cdnUrl)} alt={t('resources.kit.cells.preview')} loading="lazy" decoding="async" />
      {others.length > 0 && <span className={classes.more}>{t('resources.kit.cells.more', { count: others.length })}</span>}
    </button>
  );
}
