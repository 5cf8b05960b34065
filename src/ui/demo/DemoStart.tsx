import { useSelector } from '@xstate/react';
import { selectDemoStage, selectFetched, selectReason, type DemoServerRef } from '#machines/demo/demo-server.machine';
import { t } from '../base/i18n.ts';
import classes from './DemoStart.module.css';

export interface DemoStartProps {
  readonly server: DemoServerRef;
  /** In millions of bytes. */
  readonly sizeMb: string;
  readonly isSupported: boolean;
}

const WORDS = { waiting: 'demo.start.waiting', opening: 'demo.start.opening', resetting: 'demo.start.resetting' } as const;

/** Says what is about to come, and shows it coming. */
export function DemoStart({ server, sizeMb, isSupported }: DemoStartProps) {
  const stage = useSelector(server, selectDemoStage);
  const fetched = useSelector(server, selectFetched);
  const reason = useSelector(server, selectReason);
  return (
    <main className={classes.page}>
      <div className={classes.box}>
        <img className={classes.logo} src={`${import.meta.env.BASE_URL}logo.svg`} alt="" width={44} height={44} />
        {stage === 'failed' ? (
          <div role="alert">
            <h1 className={classes.title}>{t('demo.start.failed')}</h1>
            <p className={classes.lead}>{t('demo.start.failedLead')}</p>
            <p className={classes.reason}>{reason}</p>
            <button type="button" className={classes.begin} onClick={() => server.send({ type: 'demo.retried' })}>
              {t('demo.start.retry')}
            </button>
            <button type="button" className={classes.reset} onClick={() => server.send({ type: 'demo.resetRequested' })}>
              {t('demo.bar.reset')}
            </button>
          </div>
        ) : (
          <>
            <h1 className={classes.title}>{t('demo.start.title')}</h1>
            <p className={classes.lead}>{t('demo.start.lead')}</p>
            {stage === 'offered' && <Offer server={server} sizeMb={sizeMb} isSupported={isSupported} />}
            {stage === 'fetching' && <Progress share={fetched} words={t('demo.start.fetching', { percent: Math.round(fetched * 100) })} />}
            {(stage === 'waiting' || stage === 'opening' || stage === 'resetting') && <Progress words={t(WORDS[stage])} />}
          </>
        )}
      </div>
    </main>
  );
}

function Offer({ server, sizeMb, isSupported }: DemoStartProps) {
  if (!isSupported) return <p className={classes.reason}>{t('demo.start.unsupported')}</p>;
  return (
    <>
      <button type="button" className={classes.begin} onClick={() => server.send({ type: 'demo.started' })}>
        {t('demo.start.begin', { size: sizeMb })}
      </button>
      <p className={classes.size}>{t('demo.start.size', { size: sizeMb })}</p>
    </>
  );
}

function Progress({ share, words }: { readonly share?: number; readonly words: string }) {
  return (
    <output className={classes.progress}>
      <progress className={classes.track} {...(share !== undefined && { value: share })} max={1} aria-label={words} />
      <span>{words}</span>
    </output>
  );
}
