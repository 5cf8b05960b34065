import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { CaptchaReport } from '#machines/session/click-captcha.machine';
import {
  selectHasWorkFailed,
  selectWorkFailure,
  selectWorkPercent,
  selectWorkStage,
  type CaptchaDoor,
  type captchaWorkMachine,
  type CaptchaWorkRef,
} from '#machines/session/captcha-work.machine';
import type { Owner } from '#machines/base/owner';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { FailureText } from '../feedback/FailureText.tsx';
import classes from './CaptchaDialog.module.css';

export interface CaptchaWorkProps {
  readonly logic: typeof captchaWorkMachine;
  readonly owner: Owner<CaptchaReport>;
  readonly door: CaptchaDoor;
}

/** The way without a picture; choosing it begins it. */
export function CaptchaWork({ logic, owner, door }: CaptchaWorkProps) {
  return <CaptchaWorkView work={useLeafActor(logic, { id: 'captchaWork', input: { owner, ...door } })} />;
}

/** Takes the focus over from the button that led here, which is another one now. */
const focus = (panel: HTMLElement | null): void => panel?.focus({ preventScroll: true });
/** So often it is read out how far it is; who sees it sees each step. */
const SPOKEN_EVERY_PERCENT = 25;

export function CaptchaWorkView({ work }: { readonly work: CaptchaWorkRef }) {
  const stage = useSelector(work, selectWorkStage);
  const percent = useSelector(work, selectWorkPercent);
  const failure = useSelector(work, selectWorkFailure);
  const share = stage === 'passed' ? 100 : percent;
  const spoken = percent - (percent % SPOKEN_EVERY_PERCENT);
  const isFailed = useSelector(work, selectHasWorkFailed);
  return (
    <section ref={focus} tabIndex={-1} className={classes.work} aria-labelledby="captcha-work-title">
      <p id="captcha-work-title" className={classes.workTitle}>
        {t('captcha.work.title')}
      </p>
      {!isFailed && <progress className={classes.progress} max={100} value={share} aria-label={t('captcha.work.progress')} />}
      {stage === 'working' && (
        <p className={classes.stage} aria-hidden>
          {t('captcha.work.working', { percent })}
        </p>
      )}
      <output className={stage === 'working' ? classes.quiet : classes.stage} data-kind={isFailed ? 'failed' : stage}>
        {stage === 'beginning' && t('captcha.work.beginning')}
        {stage === 'working' && t('captcha.work.working', { percent: spoken })}
        {stage === 'passed' && t('captcha.passed')}
        {stage === 'unable' && t('captcha.work.unable')}
        {stage === 'expired' && t('captcha.work.expired')}
        {stage === 'refused' && (failure ? <FailureText failure={failure} /> : t('captcha.work.refused'))}
      </output>
      {isFailed && (
        <Button
          variant="default"
          size="xs"
          className={classes.workRetry}
          onClick={({ currentTarget }) => {
            // The button is about to go.
            focus(currentTarget.closest('section'));
            work.send({ type: 'work.retryRequested' });
          }}
        >
          {t('captcha.work.retry')}
        </Button>
      )}
    </section>
  );
}
