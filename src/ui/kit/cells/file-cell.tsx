import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { t } from '../../base/i18n.ts';
import { scalarText } from './scalar-text.ts';
import { fileNameIn, filePicture } from '../suffix-icon.ts';
import type { CellProps } from './cell.ts';
import classes from './cells.module.css';
import { emptyCell } from './empty-cell.tsx';

/** Several files by their names. */
export function filesCell({ record, fieldKey }: CellProps) {
  const value = record[fieldKey];
  const files = Array.isArray(value) ? value.map(String) : [];
  return files.length === 0 ? emptyCell() : <span className={classes.clip}>{files.map(fileNameIn).join(', ')}</span>;
}

/** A picture as a thumbnail, any other file by the sign of its suffix; pressing it shows the file. */
export function fileCell({ record, fieldKey, resource, cdnUrl }: CellProps) {
  const address = scalarText(record[fieldKey]);
  if (address === '') return emptyCell();
  const name = fileNameIn(address);
  // A table of files has the name in a column of its own.
  const isNamed = Object.hasOwn(resource.fields, 'name');
  if (!isPictureAddress(address)) return <span className={classes.clip}>{name}</span>;
  return (
    <button
      type="button"
      className={classes.file}
      data-action="preview"
      data-field={fieldKey}
      aria-label={t('resources.kit.cells.previewFile', { name: isNamed ? scalarText(record['name']) || name : name })}
    >
      <img src={filePicture(address, cdnUrl)} alt="" width={36} height={36} loading="lazy" decoding="async" />
      {!isNamed && <span className={classes.clip}>{name}</span>}
    </button>
  );
}
