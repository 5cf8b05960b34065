import { fileSizeText } from '#domain/base/file-size';
import type { OwnFilesPage } from '#machines/files/own-files.machine';
import { t } from '../../base/i18n.ts';
import classes from './own-files.module.css';

/** How much of the member's space is used. */
export function Space({ page: { usedBytes, maxBytes, total, maxFiles } }: { readonly page: OwnFilesPage }) {
  const words = t('safety.files.space', { used: fileSizeText(usedBytes) ?? '0', max: fileSizeText(maxBytes) ?? '0' });
  const percent = maxBytes > 0 ? Math.min(100, Math.ceil((usedBytes / maxBytes) * 100)) : 100;
  return (
    <div className={classes.space}>
      <p>
        {words}
        <span>{t('safety.files.count', { count: total, max: maxFiles })}</span>
      </p>
      <div
        className={classes.bar}
        role="meter"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-full={percent >= 90 || undefined}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
