import { captchaWorkLogic } from './captcha-work.actors.ts';
import { solveInWorkers } from './captcha-task-workers.ts';
import { clickCaptchaLogic, type ClickCaptchaPorts } from './click-captcha.actors.ts';

/** What the captcha's dialog is made of. */
export const captchaBundle = (ports: ClickCaptchaPorts) => ({
  picture: clickCaptchaLogic(ports),
  work: captchaWorkLogic({ ...ports, solve: solveInWorkers }),
});

export type CaptchaBundle = ReturnType<typeof captchaBundle>;
