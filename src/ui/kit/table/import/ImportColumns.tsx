import { NativeSelect } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import { importableFields } from '#domain/table/import-file';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectImport } from '#machines/table/import.machine';
import { t } from '../../../base/i18n.ts';
import { fieldLabel } from '../../resource-texts.ts';
import type { ImportViewProps } from './import-view.ts';
import classes from './import.module.css';
import dialog from '../base/file-dialog.module.css';

/** Which field each column of the file fills, beside its first values. */
export function ImportColumns({ actor, resource }: Pick<ImportViewProps, 'actor' | 'resource'>) {
  const { file, glimpse, match } = useSelector(actor, selectImport);
  const isBusy = useSelector(actor, selectIsBusy);
  if (!glimpse) return null;
  const labelOf = (key: string): string => {
    const label = fieldLabel(resource, key);
    return resource.fields[key]?.required ? t('tables.import.required', { label }) : label;
  };
  const fields = [
    { value: '', label: t('tables.import.skip') },
    ...importableFields(resource).map((key) => ({ value: key, label: labelOf(key) })),
  ];
  return (
    <div>
      <p className={classes.caption}>
        <strong>{t('tables.import.columns', { file: file?.name ?? '' })}</strong>{' '}
        <span className={classes.soft}>{t('tables.import.rows', { count: groupedCount(glimpse.rowCount) })}</span>
      </p>
      <div className={classes.scroll}>
        <table className={classes.columns}>
          <thead>
            <tr>
              <th scope="col">{t('tables.import.column')}</th>
              <th scope="col" className={classes.examples}>
                {t('tables.import.examples')}
              </th>
              <th scope="col">{t('tables.import.field')}</th>
            </tr>
          </thead>
          <tbody>
            {glimpse.header.map((heading, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is its place: headings may be the same, or empty
              <tr key={index}>
                <th scope="row">{heading}</th>
                <td className={classes.examples}>
                  {glimpse.firstRows
                    .map((row) => row[index] ?? '')
                    .filter((value) => value !== '')
                    .join(' · ')}
                </td>
                <td>
                  <NativeSelect
                    aria-label={t('tables.import.fieldOf', { column: heading })}
                    data={fields}
                    value={match[index] ?? ''}
                    disabled={isBusy}
                    onChange={({ currentTarget: { value } }) =>
                      actor.send({ type: 'import.columnMatched', index, field: value === '' ? null : value })
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {match.every((field) => field === null) && <p className={dialog.problem}>{t('tables.import.noColumns')}</p>}
    </div>
  );
}
