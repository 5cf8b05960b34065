import { IconPhotoOff } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { missingPictureLogic } from '#machines/changes/missing-picture.logic';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { fileNameIn } from '../suffix-icon.ts';
import classes from './changes.module.css';

interface PictureOrSignProps {
  /** Of the picture that is drawn. Another one is another component: it is the key. */
  readonly address: string;
  /** The picture. */
  readonly children: ReactNode;
}

/** A picture of what was; once it turns out that there is nothing at its address, a sign that says so. */
export function PictureOrSign({ address, children }: PictureOrSignProps) {
  const picture = useLeafActor(missingPictureLogic, { id: 'missingPicture' });
  const isMissing = useSelector(picture, ({ context }) => context);
  if (!isMissing) return <span onError={() => picture.send({ type: 'picture.missing' })}>{children}</span>;
  return (
    <span className={classes.waitingFile}>
      <IconPhotoOff size={20} aria-hidden />
      <span>
        {fileNameIn(address)}
        <span className={classes.hint}>{t('changes.fileGone')}</span>
      </span>
    </span>
  );
}
