import { useSelector } from '@xstate/react';
import { Suspense, useRef } from 'react';
import type { ChosenFile } from '#machines/files/upload.machine';
import { selectPictureCropIsRefused } from '#machines/files/picture-crop.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { UploadField } from '../../kit/files/UploadField.tsx';
import classes from './pages.module.css';

const CropDialog = lazyView(async () => (await import('../../kit/files/CropDialog.tsx')).CropDialog);

export interface AvatarUploadProps {
  readonly onStored: (url: string) => void;
}

/** Takes one picture with the member's own token, and of it the square that is chosen. */
export const AvatarUpload = (props: AvatarUploadProps) => (
  <AdminProvider>
    <Suspense fallback={<div className={classes.uploadRoom} />}>
      <Upload {...props} />
    </Suspense>
  </AdminProvider>
);

function Upload({ onStored }: AvatarUploadProps) {
  const kit = useBundle('upload');
  /** Where the square goes that is being chosen. */
  const goesOn = useRef<((file: ChosenFile) => void) | null>(null);
  // oxlint-disable-next-line react/refs -- read when a square was cut out, never while this is drawn
  const crop = useLeafActor(kit.crop.provide({ actions: { deliver: (_, file) => goesOn.current?.(file) } }), { id: 'pictureCrop' });
  const isOpen = useSelector(crop, (snapshot) => snapshot.hasTag('open'));
  const isRefused = useSelector(crop, selectPictureCropIsRefused);
  return (
    <>
      <UploadField
        id="avatar-upload"
        area="member"
        accepts="picture"
        room={() => 1}
        after="gone"
        hasPicker={false}
        onStored={onStored}
        through={(file, goOn) => {
          goesOn.current = goOn;
          crop.send({ type: 'crop.chosen', file });
        }}
      />
      {isRefused && (
        <p className={classes.pictureError} role="alert">
          {t('upload.crop.none')}
        </p>
      )}
      <LazyDialog isOpen={isOpen}>
        <CropDialog crop={crop} />
      </LazyDialog>
    </>
  );
}
