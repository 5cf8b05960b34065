import type { ReactNode } from 'react';
import type { FieldDifference } from '#domain/changes/journal-entry';
import type { Resource } from '#domain/table/resource';
import { describedKind, type FieldKind } from '#domain/fields/kinds/registry';
import { t } from '../../base/i18n.ts';
import { CELLS } from '../cells/registry.ts';
import { scalarText } from '../cells/scalar-text.ts';
import classes from './changes.module.css';
import { useCurrencySign } from '../use-currency-sign.ts';
import { PictureOrSign } from './PictureOrSign.tsx';

interface DifferenceValueProps {
  readonly resource: Resource | undefined;
  readonly difference: FieldDifference;
  readonly side: 'before' | 'after';
  /** Stands before relative paths of files. */
  readonly cdnUrl: string;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Kinds whose cells draw a picture. */
const PICTURED: ReadonlySet<FieldKind> = new Set(['file', 'image', 'images']);

/** One side of a difference, as a list would show it; a record that is named by its title. */
export function DifferenceValue({ resource, difference, side, cdnUrl }: DifferenceValueProps): ReactNode {
  const currencySign = useCurrencySign();
  const { field: key, isMasked } = difference;
  const value = difference[side];
  const words = side === 'before' ? difference.beforeText : difference.afterText;
  if (words !== null && words !== '') return words;
  if (isEmpty(value)) return <span className={classes.empty}>{t('changes.empty')}</span>;
  const field = key === null ? undefined : resource?.fields[key];
  if (isMasked)
    return (
      <span className={classes.masked} title={t('changes.masked')}>
        {plainText(value)}
      </span>
    );
  // A relation without a title, and what no longer is of the declared kind, say no more than their plain value.
  if (!resource || !field || key === null || describedKind(field).storage === 'secret') return plainText(value);
  const cell = CELLS[field.kind]({
    resource,
    fieldKey: key,
    field,
    record: { [key]: value },
    title: scalarText(value),
    mayEdit: false,
    cdnUrl,
    currencySign,
  });
  if (!PICTURED.has(field.kind)) return cell;
  // Both kinds of cells show the first.
  const address = String(Array.isArray(value) ? value[0] : value);
  return (
    <PictureOrSign key={address} address={address}>
      {cell}
    </PictureOrSign>
  );
}

const plainText = (value: unknown): string => scalarText(value) || JSON.stringify(value);
