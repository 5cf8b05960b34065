import { VisuallyHidden } from '@mantine/core';
import { IconArrowRight, IconTrash } from '@tabler/icons-react';
import { use } from 'react';
import { inFieldOrder, type RecordDifference } from '#domain/changes/journal-entry';
import type { Resource } from '#domain/table/resource';
import { CdnContext } from '../../base/cdn-context.ts';
import { t } from '../../base/i18n.ts';
import { scalarText } from '../cells/scalar-text.ts';
import { fileNameIn } from '../suffix-icon.ts';
import classes from './changes.module.css';
import { differenceLabel } from './change-words.ts';
import { DifferenceValue } from './DifferenceValue.tsx';

interface DifferencesProps {
  readonly resource: Resource | undefined;
  readonly difference: Pick<RecordDifference, 'kind' | 'fields'> & { readonly isErased?: boolean };
  /** Key of the field whose file waits in the recycle bin: there is nothing at its address. */
  readonly waitingFile?: string | null;
}

/** What was, or would be, changed of a record: each field with its old and its new value. Of one that comes or goes, what it has. */
export function Differences({ resource, difference: { kind, fields, isErased = false }, waitingFile = null }: DifferencesProps) {
  const cdnUrl = use(CdnContext);
  if (isErased) return <p className={classes.hint}>{t('changes.erased')}</p>;
  const ordered = inFieldOrder(fields, resource?.fields ?? {});
  const shown = kind === 'changed' ? ordered : ordered.filter(({ before, after }) => !isNothing(before) || !isNothing(after));
  if (shown.length === 0) return <p className={classes.hint}>{t('changes.history.noFields')}</p>;
  return (
    <dl className={classes.differences}>
      {shown.map((one) => (
        <div key={one.name}>
          <dt>{differenceLabel(resource, one)}</dt>
          <dd>
            {one.field !== null && one.field === waitingFile ? (
              <WaitingFile address={scalarText(one.before)} />
            ) : (
              <>
                {kind !== 'created' && (
                  <span className={kind === 'changed' ? classes.before : undefined}>
                    <DifferenceValue resource={resource} difference={one} side="before" cdnUrl={cdnUrl} />
                  </span>
                )}
                {kind === 'changed' && <Becomes />}
                {kind !== 'deleted' && (
                  <span className={kind === 'changed' ? classes.after : undefined}>
                    <DifferenceValue resource={resource} difference={one} side="after" cdnUrl={cdnUrl} />
                  </span>
                )}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Becomes = () => (
  <>
    <IconArrowRight className={classes.arrow} size={14} aria-hidden />
    <VisuallyHidden>{t('changes.becomes')}</VisuallyHidden>
  </>
);

/** A file in the recycle bin, whose picture nobody is shown until it is back. */
const WaitingFile = ({ address }: { readonly address: string }) => (
  <span className={classes.waitingFile}>
    <IconTrash size={20} aria-hidden />
    <span>
      {fileNameIn(address)}
      <span className={classes.hint}>{t('changes.bin.fileWaits')}</span>
    </span>
  </span>
);

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';
