import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { checkClickCaptcha, readClickCaptcha } from '#api/contract/session/captcha';
import { clickCaptchaMachine } from '#machines/session/click-captcha.machine';

export interface ClickCaptchaPorts {
  readonly call: Call;
  readonly newKey: () => string;
}

/** Draws captchas under ids of our own and asks whether the clicks are right; the call that needs the answer uses it up. Source: wire protocol §2.7. */
export const clickCaptchaLogic = ({ call, newKey }: ClickCaptchaPorts): typeof clickCaptchaMachine =>
  clickCaptchaMachine.provide({
    actors: {
      drawCaptcha: fromPromise(async ({ signal }) => {
        const { id, text, base64, width, height } = await call(readClickCaptcha, { id: newKey() }, { signal });
        return { id, targets: text, src: base64, width, height };
      }),
      checkCaptcha: fromPromise(async ({ input: { id, info }, signal }) => {
        await call(checkClickCaptcha, { id, info, unset: false }, { signal, quietErrors: true });
      }),
    },
  });
