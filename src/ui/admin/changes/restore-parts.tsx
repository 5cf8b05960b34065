import { useSelector } from '@xstate/react';
import { findResource } from '#actors/base/resource-book';
import { selectRestoreTrouble, type SectionRestoreRef } from '#machines/changes/section-restore.machine';
import { t } from '../../base/i18n.ts';
import { resourceLabel } from '../../kit/resource-texts.ts';
import classes from './section-restore.module.css';

export interface RestorePartProps {
  readonly restore: SectionRestoreRef;
}

/** A section by its name for people; one that the page does not know by its own. */
export const sectionLabel = (name: string): string => {
  const resource = findResource(name);
  return resource ? resourceLabel(resource) : name;
};

/** Why nothing came of the last look or restore, where the server says it. */
export function Trouble({ restore }: RestorePartProps) {
  const trouble = useSelector(restore, selectRestoreTrouble);
  if (!trouble) return null;
  return (
    <p role="alert" className={classes.alert}>
      {t(`system.restore.trouble.${trouble.code}`)} {trouble.text}
    </p>
  );
}
