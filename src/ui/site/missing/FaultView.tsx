import { useSelector } from '@xstate/react';
import type { CSSProperties, ReactNode } from 'react';
import { selectIsCounting, selectSecondsToReload, type FaultRef } from '#machines/app/fault.machine';
import { t } from '../../base/i18n.ts';
import classes from './FaultView.module.css';
import { RETURN_SECONDS } from './use-fault.ts';
import buttons from '../../kit/plain-button.module.css';

export interface FaultViewProps {
  readonly fault: FaultRef;
  /** `404`, `401`, or nothing for a defect. */
  readonly code: string;
  readonly title: string;
  /** It stays until somebody leaves it. */
  readonly stays?: boolean;
  /** It stands in the frame of the site, which has the landmark. */
  readonly isFramed?: boolean;
  readonly children: ReactNode;
}

/** What went wrong, what happens next, and the two ways out. Source: specification §2, "The error page"; readings 2.9. */
export function FaultView({ fault, code, title, stays = false, isFramed = false, children }: FaultViewProps) {
  const secondsLeft = useSelector(fault, selectSecondsToReload);
  const isCounting = useSelector(fault, selectIsCounting);
  const Root = isFramed ? 'div' : 'main';
  return (
    <Root className={classes.root}>
      {code && (
        <p className={classes.code} aria-hidden="true">
          {code}
        </p>
      )}
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.text}>{children}</div>
      <p className={classes.text}>{t(stays ? 'fault.bodyHere' : 'fault.body')}</p>
      {!stays && (
        <p className={classes.countdown}>
          {isCounting ? (
            <>
              <span className={classes.clock} style={{ '--share': secondsLeft / RETURN_SECONDS } as CSSProperties} aria-hidden="true" />
              <span role="timer">{t('fault.countdown', { seconds: secondsLeft })}</span>
              <button type="button" className={classes.stop} onClick={() => fault.send({ type: 'fault.touched' })}>
                {t('fault.stop')}
              </button>
            </>
          ) : (
            <output>{t('fault.stopped')}</output>
          )}
        </p>
      )}
      <div className={classes.actions}>
        <button type="button" className={buttons.primary} onClick={() => fault.send({ type: 'fault.homeRequested' })}>
          {t('common.action.home')}
        </button>
        <button type="button" className={buttons.secondary} onClick={() => fault.send({ type: 'fault.backRequested' })}>
          {t('common.action.back')}
        </button>
      </div>
    </Root>
  );
}
