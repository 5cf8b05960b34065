import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectCaptchaFailure,
  selectHasLoadFailed,
  selectHasPassed,
  selectPicture,
  selectWasWrong,
  type CaptchaReport,
  type clickCaptchaMachine,
  type ClickCaptchaRef,
} from '#machines/session/click-captcha.machine';
import type { Owner } from '#machines/base/owner';
import { t } from '../../base/i18n.ts';
import { CaptchaBoard } from './CaptchaBoard.tsx';
import classes from './CaptchaDialog.module.css';
import { FailureText } from '../feedback/FailureText.tsx';
import { Spinner } from '../feedback/Spinner.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';

export interface CaptchaPuzzleProps {
  readonly logic: typeof clickCaptchaMachine;
  readonly owner: Owner<CaptchaReport>;
}

/** What to click, the picture to click on, and how it went. */
export function CaptchaPuzzle({ logic, owner }: CaptchaPuzzleProps) {
  return <CaptchaView captcha={useLeafActor(logic, { id: 'clickCaptcha', input: { owner } })} />;
}

export function CaptchaView({ captcha }: { readonly captcha: ClickCaptchaRef }) {
  const picture = useSelector(captcha, selectPicture);
  const canRefresh = useSelector(captcha, (snapshot) => snapshot.can({ type: 'captcha.refreshRequested' }));
  return (
    <div className={classes.puzzle}>
      <p className={classes.ask}>
        <span>{t('captcha.ask')}</span>
        {picture?.targets.map((target, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the order is what is asked for
          <b key={index} className={classes.target}>
            <span className={classes.number}>{index + 1}</span>
            {nameOf(target)}
          </b>
        ))}
      </p>
      <div className={classes.frame}>
        {picture && <CaptchaBoard key={picture.id} captcha={captcha} picture={picture} />}
        <CaptchaTip captcha={captcha} />
      </div>
      <div className={classes.foot}>
        <p id="captcha-keyboard" className={classes.hint}>
          {t('captcha.keyboard')}
        </p>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
          disabled={!canRefresh}
          onClick={() => captcha.send({ type: 'captcha.refreshRequested' })}
        >
          {t('captcha.refresh')}
        </Button>
      </div>
    </div>
  );
}

/** Names of icons come in angle brackets, single characters without. */
const nameOf = (target: string): string => target.replace(/^<(.+)>$/u, '$1');

function CaptchaTip({ captcha }: { readonly captcha: ClickCaptchaRef }) {
  const hasPassed = useSelector(captcha, selectHasPassed);
  const wasWrong = useSelector(captcha, selectWasWrong);
  const hasFailed = useSelector(captcha, selectHasLoadFailed);
  const isBusy = useSelector(captcha, selectIsBusy);
  const hasPicture = useSelector(captcha, (snapshot) => selectPicture(snapshot) !== null);
  const failure = useSelector(captcha, selectCaptchaFailure);
  const kind = hasPassed ? 'passed' : wasWrong ? 'wrong' : hasFailed ? 'failed' : isBusy ? 'busy' : 'none';
  return (
    <output className={classes.tip} data-kind={kind}>
      {isBusy && !hasPicture && (
        <>
          <Spinner />
          <span>{t('captcha.loading')}</span>
        </>
      )}
      {isBusy && hasPicture && <span>{t('captcha.checking')}</span>}
      {hasPassed && <span>{t('captcha.passed')}</span>}
      {wasWrong && <span>{t('captcha.wrong')}</span>}
      {hasFailed && (
        <>
          <button type="button" className={classes.retry} onClick={() => captcha.send({ type: 'captcha.refreshRequested' })}>
            <IconRefresh size={22} stroke={1.75} aria-hidden="true" />
            {t('captcha.loadFailed')}
          </button>
          {failure && (
            <small>
              <FailureText failure={failure} />
            </small>
          )}
        </>
      )}
    </output>
  );
}
