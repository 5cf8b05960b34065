import { screen } from '@testing-library/react';
import { createEmptyActor, type AnyMachineSnapshot } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { clickCaptchaMachine, type CaptchaPicture, type ClickCaptchaSnapshot } from '#machines/session/click-captcha.machine';
import { after, done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { CaptchaView } from '#ui/kit/codes/CaptchaPuzzle.tsx';
import { inApp } from '../support.tsx';

await startMessages('en');
await loadMessages(['captcha']);

const picture: CaptchaPicture = { id: 'one', targets: ['<cup>', '<key>'], src: 'data:image/png;base64,', width: 350, height: 200 };
const offline = new FailureError({ kind: 'unreachable', online: false });
const board = () => screen.getByRole('application');

/** Half as large as it is, at a place of its own: a click there is worth twice its distance. */
Element.prototype.getBoundingClientRect = () => new DOMRect(100, 50, 175, 100);

describeView(
  {
    machine: clickCaptchaMachine,
    inputs: [{ owner: createEmptyActor() }],
    events: [
      { type: 'captcha.pointPicked', point: { x: 40, y: 60 } },
      { type: 'captcha.pointRemoved', index: 0 },
      { type: 'captcha.crosshairMoved', by: { x: 24, y: 0 } },
      { type: 'captcha.crosshairPlaced' },
      { type: 'captcha.refreshRequested' },
      done('drawCaptcha', picture),
      failed('drawCaptcha', offline),
      done('checkCaptcha'),
      failed('checkCaptcha', new FailureError({ kind: 'rejected', code: 0, message: '' })),
      after('tip', 'clickCaptcha.wrong'),
    ],
    view: ({ context }) => ({ points: context.points, crosshair: context.crosshair, failure: context.failure?.kind ?? null }),
    only: ({ context }, event) => event.type !== 'captcha.crosshairMoved' || context.crosshair === null,
  },
  (captcha) => inApp(<CaptchaView captcha={captcha} />),
  {
    'captcha.pointPicked': (user) => user.pointer({ keys: '[MouseLeft]', target: board(), coords: { clientX: 120, clientY: 80 } }),
    'captcha.pointRemoved': (user) => user.click(screen.getByRole('button', { name: 'Point 1, click to remove it' })),
    'captcha.crosshairMoved': async (user) => {
      board().focus();
      await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    },
    'captcha.crosshairPlaced': async (user) => {
      board().focus();
      await user.keyboard('{Enter}');
    },
    'captcha.refreshRequested': (user) => user.click(screen.getByRole('button', { name: 'New image' })),
  },
  {
    seen: (snapshot: AnyMachineSnapshot) => {
      const { value, context } = snapshot as ClickCaptchaSnapshot;
      const tips = {
        passed: 'verification successful',
        wrong: 'wrong area, try again',
        loadFailed: 'captcha loading failed, click refresh',
      };
      const shown = Object.entries(tips).filter(([, text]) => screen.queryByText(text) !== null);
      const isPictureShown = (screen.queryByRole('application') !== null) === (context.picture !== null);
      const points = screen.queryAllByRole('button', { name: /^Point/u }).map((point) => point.textContent);
      return (
        isPictureShown &&
        JSON.stringify(shown.map(([state]) => state)) === JSON.stringify(value in tips ? [value] : []) &&
        points.join() === context.points.map((_, index) => index + 1).join()
      );
    },
  },
);
