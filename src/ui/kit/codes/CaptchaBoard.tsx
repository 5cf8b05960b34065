import { useSelector } from '@xstate/react';
import type { KeyboardEvent, MouseEvent } from 'react';
import {
  selectCrosshair,
  selectPoints,
  type CaptchaPicture,
  type CaptchaPoint,
  type ClickCaptchaRef,
} from '#machines/session/click-captcha.machine';
import { t } from '../../base/i18n.ts';
import classes from './CaptchaDialog.module.css';

export interface CaptchaBoardProps {
  readonly captcha: ClickCaptchaRef;
  readonly picture: CaptchaPicture;
}

const STEP = { slow: 6, fast: 24 } as const;
const DIRECTIONS: Readonly<Record<string, CaptchaPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const sharesOf = ({ x, y }: CaptchaPoint, { width, height }: CaptchaPicture) => ({
  x: Math.round((x / width) * 100),
  y: Math.round((y / height) * 100),
});

/** Each new picture is gone on with at once, also where the one before it had the focus and took it along. */
const focus = (board: HTMLElement | null): void => board?.focus({ preventScroll: true });

/** The picture with the points placed on it; a crosshair stands in for the pointer of people who use the keyboard. */
export function CaptchaBoard({ captcha, picture }: CaptchaBoardProps) {
  const points = useSelector(captcha, selectPoints);
  const crosshair = useSelector(captcha, selectCrosshair);
  const places = { x: (x: number) => `${(x / picture.width) * 100}%`, y: (y: number) => `${(y / picture.height) * 100}%` };
  const placeOf = ({ x, y }: CaptchaPoint) => ({ left: places.x(x), top: places.y(y) });
  const remove = (index: number) => captcha.send({ type: 'captcha.pointRemoved', index });

  const pick = (event: MouseEvent<HTMLDivElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const point = { x: ((event.clientX - left) * picture.width) / width, y: ((event.clientY - top) * picture.height) / height };
    captcha.send({ type: 'captcha.pointPicked', point });
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    const direction = DIRECTIONS[event.key];
    const step = event.shiftKey ? STEP.fast : STEP.slow;
    if (direction) captcha.send({ type: 'captcha.crosshairMoved', by: { x: direction.x * step, y: direction.y * step } });
    else if (event.key === 'Enter' || event.key === ' ') captcha.send({ type: 'captcha.crosshairPlaced' });
    else if (event.key === 'Backspace' || event.key === 'Delete') remove(points.length - 1);
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes.holder}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an area of its own, with its own keys */}
      <div
        ref={focus}
        className={classes.board}
        style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move its crosshair
        tabIndex={0}
        data-autofocus
        aria-label={t('captcha.picture', { count: points.length, total: picture.targets.length })}
        aria-describedby="captcha-keyboard captcha-other-way"
        onClick={pick}
        onKeyDown={press}
      >
        <img src={picture.src} alt="" draggable={false} />
        {crosshair && <span className={classes.crosshair} style={placeOf(crosshair)} />}
      </div>
      {points.map((point, index) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- its number is what a point is
          key={index}
          type="button"
          className={classes.point}
          style={placeOf(point)}
          aria-label={t('captcha.point', { number: index + 1 })}
          onClick={() => remove(index)}
        >
          {index + 1}
        </button>
      ))}
      <output className={classes.heard}>
        {points.length > 0 && <span>{t('captcha.placed', { number: points.length, total: picture.targets.length })}</span>}
        {crosshair && <span>{t('captcha.crosshair', sharesOf(crosshair, picture))}</span>}
      </output>
    </div>
  );
}
