import { useSelector } from '@xstate/react';
import { TOUR_STEPS } from '#domain/demo/tour-steps';
import { selectTourStep, type DemoTourRef } from '#machines/demo/demo-tour.machine';
import { t } from '../base/i18n.ts';
import classes from './DemoTour.module.css';

/** The last is the farewell, and no step of its own. */
const COUNT = TOUR_STEPS.length - 1;

/** What to look at and to do at this step, beside the page that it is about. */
export function DemoTour({ tour }: { readonly tour: DemoTourRef }) {
  const step = useSelector(tour, selectTourStep);
  if (step === null) return null;
  const number = TOUR_STEPS.indexOf(step) + 1;
  const isOver = step === 'over';
  return (
    <aside className={classes.card} aria-label={t('demo.tour.label')}>
      <div aria-live="polite">
        {!isOver && <p className={classes.count}>{t('demo.tour.count', { number, count: COUNT })}</p>}
        <h2 className={classes.title}>{t(`demo.tour.${step}.title`)}</h2>
        <p className={classes.text}>{t(`demo.tour.${step}.text`)}</p>
      </div>
      <div className={classes.acts}>
        <button type="button" className={classes.quiet} onClick={() => tour.send({ type: 'tour.closed' })}>
          {t(isOver ? 'demo.tour.done' : 'demo.tour.leave')}
        </button>
        <span className={classes.space} />
        {!isOver && (
          <button type="button" className={classes.quiet} onClick={() => tour.send({ type: 'tour.placeRequested' })}>
            {t('demo.tour.place')}
          </button>
        )}
        {number > 1 && (
          <button type="button" className={classes.quiet} onClick={() => tour.send({ type: 'tour.backRequested' })}>
            {t('demo.tour.back')}
          </button>
        )}
        {!isOver && (
          <button type="button" className={classes.next} onClick={() => tour.send({ type: 'tour.nextRequested' })}>
            {t('demo.tour.next')}
          </button>
        )}
      </div>
    </aside>
  );
}
