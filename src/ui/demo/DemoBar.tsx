import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { DEMO_ACCOUNTS, type DemoRole } from '#domain/demo/demo-accounts';
import { TOUR_STEPS, type TourStep } from '#domain/demo/tour-steps';
import { selectDemoStage, selectIsDemoStale, selectKeeping, selectSavedAt, type DemoServerRef } from '#machines/demo/demo-server.machine';
import type { DemoTourRef } from '#machines/demo/demo-tour.machine';
import { t } from '../base/i18n.ts';
import classes from './DemoBar.module.css';

export interface DemoBarProps {
  readonly server: DemoServerRef;
  /** Milliseconds since 1970. */
  readonly seededAt: number;
  /** In words, in the language of the page. */
  readonly momentOf: (ms: number) => string;
  readonly signInAs: (role: DemoRole) => void;
  readonly go: (href: string) => void;
  readonly tour: DemoTourRef;
}

const PLACES = [
  ['/admin', 'demo.places.admin'],
  ['/user', 'demo.places.member'],
  ['/', 'demo.places.site'],
] as const;

/** Administrators first. */
const ROLES = DEMO_ACCOUNTS.toSorted((a, b) => a.area.localeCompare(b.area));

/** Says where one is, as whom, and what is kept; leads through the product, and back to its beginning. */
export function DemoBar({ server, seededAt, momentOf, signInAs, go, tour }: DemoBarProps) {
  const isStale = useSelector(server, selectIsDemoStale);
  const kept = useKept(server, momentOf);
  const bar = useRef<HTMLDetailsElement>(null);
  const close = () => bar.current?.removeAttribute('open');
  const open = (step: TourStep) => {
    close();
    tour.send({ type: 'tour.opened', step });
  };
  return (
    <details ref={bar} className={classes.bar} name="demo">
      <summary className={classes.summary}>
        <span className={classes.dot} aria-hidden="true" />
        <span>{t('demo.bar.private')}</span>
        <output className={classes.kept}>{kept}</output>
      </summary>
      <section className={classes.panel} aria-label={t('demo.bar.label')}>
        {isStale && <p className={classes.note}>{t('demo.bar.stale')}</p>}
        <p className={classes.heading}>{t('demo.bar.role')}</p>
        <div className={classes.row}>
          {ROLES.map(({ role }) => (
            <button key={role} type="button" className={classes.choice} onClick={() => (close(), signInAs(role))}>
              {t(`demo.roles.${role}`)}
            </button>
          ))}
        </div>
        <div className={classes.row}>
          {PLACES.map(([href, words]) => (
            <button key={href} type="button" className={classes.link} onClick={() => (close(), go(href))}>
              {t(words)}
            </button>
          ))}
        </div>
        <p className={classes.heading}>{t('demo.tour.title')}</p>
        <ol className={classes.tour}>
          {TOUR_STEPS.filter((step) => step !== 'over').map((step) => (
            <li key={step}>
              <button type="button" className={classes.link} onClick={() => open(step)}>
                {t(`demo.tour.${step}.title`)}
              </button>
            </li>
          ))}
        </ol>
        <p className={classes.note}>{t('demo.bar.recorded')}</p>
        <div className={classes.foot}>
          <span>{t('demo.bar.seeded', { time: momentOf(seededAt) })}</span>
          <button type="button" className={classes.reset} onClick={() => server.send({ type: 'demo.resetRequested' })}>
            {t('demo.bar.reset')}
          </button>
        </div>
      </section>
    </details>
  );
}

function useKept(server: DemoServerRef, momentOf: (ms: number) => string): string {
  const stage = useSelector(server, selectDemoStage);
  const keeping = useSelector(server, selectKeeping);
  const savedAt = useSelector(server, selectSavedAt);
  if (stage === 'joined') return t('demo.bar.joined');
  if (stage !== 'running') return t('demo.start.opening');
  if (keeping === 'due') return t('demo.bar.due');
  if (keeping === 'saving') return t('demo.bar.saving');
  if (keeping === 'failed') return t('demo.bar.notKept');
  return savedAt === null ? t('demo.bar.never') : t('demo.bar.kept', { time: momentOf(savedAt) });
}
