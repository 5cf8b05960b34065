import '../form-styles.ts';
import { Button, Group, Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useId, type KeyboardEvent, type PointerEvent } from 'react';
import { largestSide, leastSide, type Crop } from '#domain/files/crop';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectCrop, selectCropPicture, type PictureCropRef, type ReadPicture } from '#machines/files/picture-crop.machine';
import { t } from '../../base/i18n.ts';
import classes from './crop.module.css';

/** Chooses the square of a picture that is kept, by pointer and by keys. */
export function CropDialog({ crop }: { readonly crop: PictureCropRef }) {
  const isOpen = useSelector(crop, (snapshot) => snapshot.hasTag('open'));
  const isBusy = useSelector(crop, selectIsBusy);
  const picture = useSelector(crop, selectCropPicture);
  const cancel = () => crop.send({ type: 'crop.cancelled' });
  return (
    <Modal
      opened={isOpen}
      onClose={cancel}
      title={t('upload.crop.title')}
      size={400}
      centered
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      {picture && <Chooser crop={crop} picture={picture} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={cancel} disabled={isBusy}>
          {t('common.action.cancel')}
        </Button>
        <Button loading={isBusy} onClick={() => crop.send({ type: 'crop.confirmed' })}>
          {t('upload.crop.confirm')}
        </Button>
      </Group>
    </Modal>
  );
}

/** Of the square's side: how far a key moves it, and how much smaller or larger one makes it. */
const STEP = 0.05;
const ZOOM = 0.9;

/** Where a key moves the square; the picture seems to go the other way. */
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const SIZES: Readonly<Record<string, number>> = { '+': ZOOM, '=': ZOOM, '-': 1 / ZOOM };

const placeOf = ({ x, y, side }: Crop, { widthPx, heightPx }: ReadPicture) => ({
  width: `${(widthPx / side) * 100}%`,
  height: `${(heightPx / side) * 100}%`,
  left: `${(-x / side) * 100}%`,
  top: `${(-y / side) * 100}%`,
});

function Chooser({ crop, picture }: { readonly crop: PictureCropRef; readonly picture: ReadPicture }) {
  const chosen = useSelector(crop, selectCrop);
  const hint = useId();
  const { side } = chosen;
  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLElement>) => {
    const scale = side / currentTarget.clientWidth;
    if ((buttons & 1) === 1) crop.send({ type: 'crop.moved', x: -movementX * scale, y: -movementY * scale });
  };
  const press = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    const size = SIZES[event.key];
    if (!move && size === undefined) return;
    event.preventDefault();
    if (move) crop.send({ type: 'crop.moved', x: move[0] * side, y: move[1] * side });
    else if (size !== undefined) crop.send({ type: 'crop.sized', side: side * size });
  };
  const [least, most] = [leastSide(picture), largestSide(picture)];
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an area of its own, with its own keys */}
      <div
        className={classes.window}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved by keys as it is by the pointer
        tabIndex={0}
        data-autofocus
        aria-label={t('upload.crop.window')}
        aria-describedby={hint}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
      >
        <img className={classes.picture} src={picture.address} alt="" draggable={false} style={placeOf(chosen, picture)} />
      </div>
      <label className={classes.size}>
        {t('upload.crop.size')}
        {/* To the right is nearer. */}
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          disabled={least === most}
          value={least === most ? 0 : Math.round(((most - side) / (most - least)) * 100)}
          onChange={({ currentTarget: { value } }) =>
            crop.send({ type: 'crop.sized', side: most - (Number(value) / 100) * (most - least) })
          }
        />
      </label>
      <p id={hint} className={classes.hint}>
        {t('upload.crop.hint')}
      </p>
    </>
  );
}
