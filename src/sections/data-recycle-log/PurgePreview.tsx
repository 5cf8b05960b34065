import classes from '#ui/admin/changes/entries.module.css';
import { t } from '#ui/base/i18n.ts';
import type { DeletePreviewProps } from '#ui/kit/table/base/table-extras.ts';

/** What purging means: what goes, and what stays. */
export function PurgePreview({ ids, children }: DeletePreviewProps) {
  const notice = (
    <ul className={classes.meaning}>
      <li>{t('changes.bin.purgeGoes', { count: ids.length })}</li>
      <li>{t('changes.bin.purgeStays')}</li>
    </ul>
  );
  return children({ notice, isKnown: true, isUsed: false });
}
