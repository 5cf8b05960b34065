import { IconChevronRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import { groupedDigits } from '#domain/base/grouped-digits';
import { selectLifeWaiting, selectLifeWaitingFailure } from '#machines/life/life-waiting.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { TimeAgo } from '../../kit/cells/TimeAgo.tsx';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import classes from './board.module.css';
import { listAddress } from './list-address.ts';

/** Records that wait for whoever looks, by section and state, each with the way to its list; nothing where none do. */
export function LifeWaitingList() {
  const { lifeWaiting } = useBundle('dashboard');
  const actor = useLeafActor(lifeWaiting, { id: 'lifeWaiting' });
  const waiting = useSelector(actor, selectLifeWaiting);
  const failure = useSelector(actor, selectLifeWaitingFailure);
  if (failure)
    return <FailureLine text={t('dashboard.livesFailed')} failure={failure} onRetry={() => actor.send({ type: 'waiting.retried' })} />;
  if (!waiting || waiting.states.length + waiting.times.length === 0) return null;
  return (
    <>
      <h3 className={classes.subtitle}>{t('dashboard.waitsForYou')}</h3>
      <ul className={classes.waiting}>
        {waiting.states.map(({ resource, section, page, field, state, label, count, oldest }) => (
          <li key={`${resource} ${state}`}>
            <Link to={listAddress(page, { [field]: state })}>
              <strong>{groupedDigits(String(count))}</strong>{' '}
              <span>
                {t('dashboard.inState', { section, state: label })}
                {oldest !== null && (
                  <>
                    {' · '}
                    <TimeAgo at={oldest} />
                  </>
                )}
              </span>
              <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
            </Link>
          </li>
        ))}
        {waiting.times.map(({ resource, section, page, count }) => (
          <li key={`${resource} times`}>
            <Link to={listAddress(page)}>
              <strong>{groupedDigits(String(count))}</strong> <span>{t('dashboard.timesStuck', { section })}</span>
              <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
