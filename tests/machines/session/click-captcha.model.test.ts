import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { clickCaptchaMachine, selectHasPassed, selectPoints, type CaptchaPicture } from '#machines/session/click-captcha.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

const picture: CaptchaPicture = { id: 'one', targets: ['<cup>', '<key>'], src: 'data:image/png;base64,', width: 350, height: 200 };
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: clickCaptchaMachine,
  inputs: [{ owner: createEmptyActor() }],
  events: [
    { type: 'captcha.pointPicked', point: { x: 40.4, y: 900 } },
    { type: 'captcha.pointRemoved', index: 0 },
    { type: 'captcha.pointRemoved', index: 5 },
    { type: 'captcha.crosshairMoved', by: { x: 10, y: -500 } },
    { type: 'captcha.crosshairPlaced' },
    { type: 'captcha.refreshRequested' },
    done('drawCaptcha', picture),
    failed('drawCaptcha', offline),
    done('checkCaptcha'),
    failed('checkCaptcha', new FailureError({ kind: 'rejected', code: 0, message: '' })),
    failed('checkCaptcha', offline),
    after('tip', 'clickCaptcha.passed'),
    after('tip', 'clickCaptcha.wrong'),
  ],
  view: ({ context }) => ({ points: context.points, isMoved: context.crosshair !== null, failure: context.failure?.kind ?? null }),
  only: ({ context }, event) => event.type !== 'captcha.crosshairMoved' || context.crosshair === null,
  always: (snapshot) => {
    const { picture: shown, points, crosshair } = snapshot.context;
    const isInside = [...points, ...(crosshair ? [crosshair] : [])].every(
      ({ x, y }) => shown && x >= 0 && x <= shown.width && y >= 0 && y <= shown.height,
    );
    const isAnswered = selectPoints(snapshot).length === picture.targets.length;
    return isInside && (!selectHasPassed(snapshot) || isAnswered) && (snapshot.context.failure !== null) === snapshot.matches('loadFailed');
  },
});
