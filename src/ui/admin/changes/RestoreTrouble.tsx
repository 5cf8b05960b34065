import { useSelector } from '@xstate/react';
import { selectRestoreTrouble, type SectionRestoreRef } from '#machines/changes/section-restore.machine';
import { t } from '../../base/i18n.ts';
import classes from './section-restore.module.css';

export interface RestorePartProps {
  readonly restore: SectionRestoreRef;
}

/** Why nothing came of the last look or restore, where the server says it. */
export function RestoreTrouble({ restore }: RestorePartProps) {
  const trouble = useSelector(restore, selectRestoreTrouble);
  if (!trouble) return null;
  return (
    <p role="alert" className={classes.alert}>
      {t(`system.restore.trouble.${trouble.code}`)} {trouble.text}
    </p>
  );
}
