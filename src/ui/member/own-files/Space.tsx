import { fileSizeInWords } from '#domain/base/file-size';
import type { OwnFilesPage } from '#machines/files/own-files.machine';
import { t } from '../../base/i18n.ts';
import classes from './own-files.module.css';

/** How much of the member's space is used. */
export function Space({ page: { usedBytes, maxBytes, total, maxFiles } }: { readonly page: OwnFilesPage }) {
  const words = t('safety.files.space', { used: fileSizeInWords(usedBytes) ?? '–', max: fileSizeInWords(maxBytes) ?? '–' });
  return (
    <div className={classes.space}>
      <p>
        {words}
        <span>{t('safety.files.count', { count: total, max: maxFiles })}</span>
      </p>
      <meter aria-label={words} min={0} max={Math.max(1, maxBytes)} high={maxBytes * 0.9} optimum={0} value={usedBytes} />
    </div>
  );
}
