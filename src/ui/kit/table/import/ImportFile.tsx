import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useRef, type DragEvent } from 'react';
import { fileSizeInWords } from '#domain/base/file-size';
import { importableFields, MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#domain/table/import-file';
import { groupedCount } from '#domain/base/grouped-digits';
import type { Resource } from '#domain/table/resource';
import { t } from '../../../base/i18n.ts';
import { fieldLabel, resourceLabel } from '../../resource-texts.ts';
import type { ImportViewProps } from './import-view.ts';
import classes from './import.module.css';

interface ImportFileProps extends Pick<ImportViewProps, 'actor' | 'resource' | 'keep'> {
  /** No file has been read yet. */
  readonly isFirst: boolean;
}

const onDragOver = (event: DragEvent<HTMLElement>): void => {
  if (!event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  event.currentTarget.dataset['over'] = '';
};

const labelsOf = (resource: Resource) => Object.fromEntries(importableFields(resource).map((key) => [key, fieldLabel(resource, key)]));

/** Takes the file by dialog or drop. */
export function ImportFile({ actor, resource, keep, isFirst }: ImportFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => file && actor.send({ type: 'import.fileChosen', file: keep(file), labels: labelsOf(resource) });
  const onDrop = (event: DragEvent<HTMLElement>) => {
    delete event.currentTarget.dataset['over'];
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  const size = fileSizeInWords(MAX_IMPORT_BYTES) ?? '';
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping stands beside the button, which does the same
    <div
      className={classes.box}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={(event) => delete event.currentTarget.dataset['over']}
    >
      <div className={classes.ways}>
        <Button
          variant={isFirst ? 'filled' : 'default'}
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {isFirst ? t('tables.import.choose') : t('tables.import.another')}
        </Button>
        <span className={classes.soft}>{t('tables.import.drop')}</span>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // The same file may be chosen again, corrected.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {isFirst && (
        <>
          <p className={classes.soft}>{t('tables.import.limits', { rows: groupedCount(MAX_IMPORT_ROWS), size })}</p>
          <Button
            className={classes.template}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() =>
              actor.send({
                type: 'import.templateRequested',
                name: t('tables.import.templateName', { name: resourceLabel(resource) }),
                labels: labelsOf(resource),
              })
            }
          >
            {t('tables.import.template')}
          </Button>
        </>
      )}
    </div>
  );
}
