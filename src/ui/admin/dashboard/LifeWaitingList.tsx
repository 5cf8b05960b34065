import { IconChevronRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { groupedCount } from '#domain/base/grouped-digits';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import {
  selectLifeWaiting,
  selectLifeWaitingFailure,
  selectNothingWaits,
  type LifeWaiting,
  type LifeWaitingRef,
} from '#machines/life/life-waiting.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { TimeAgo } from '../../kit/cells/TimeAgo.tsx';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import classes from './board.module.css';
import { listAddress } from '../base/list-address.ts';

const RequestsDialog = lazyView(async () => (await import('../life/RequestsDialog.tsx')).RequestsDialog);

/** Records that wait for whoever looks, by section and state, each with the way to its list; nothing where none do. */
export function LifeWaitingList({ actor }: { readonly actor: LifeWaitingRef }) {
  const waiting = useSelector(actor, selectLifeWaiting);
  const failure = useSelector(actor, selectLifeWaitingFailure);
  const isEmpty = useSelector(actor, selectNothingWaits);
  if (failure)
    return <FailureLine text={t('dashboard.livesFailed')} failure={failure} onRetry={() => actor.send({ type: 'waiting.retried' })} />;
  if (!waiting || isEmpty) return null;
  const { states, times, requests } = waiting;
  return (
    <>
      <h3 className={classes.subtitle}>{t('dashboard.waitsForYou')}</h3>
      <ul className={classes.waiting}>
        <OpenRequests requests={requests} onSettled={() => actor.send({ type: 'waiting.asked' })} />
        {states.map(({ resource, section, page, field, state, label, count, oldest }) => (
          <li key={`${resource} ${state}`}>
            <AppLink to={listAddress(page, { [field]: state })}>
              <strong>{groupedCount(count)}</strong>{' '}
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
            </AppLink>
          </li>
        ))}
        {times.map(({ resource, section, page, count }) => (
          <li key={`${resource} times`}>
            <AppLink to={listAddress(page)}>
              <strong>{groupedCount(count)}</strong> <span>{t('dashboard.timesStuck', { section })}</span>
              <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
            </AppLink>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Requests for a second person; pressed, they are shown over the page. */
function OpenRequests({ requests: { forMe, mine }, onSettled }: Pick<LifeWaiting, 'requests'> & { readonly onSettled: () => void }) {
  const dialog = useLeafActor(disclosureMachine, { id: 'lifeRequestsDialog' });
  const isOpen = useSelector(dialog, selectIsOpen);
  const close = () => {
    dialog.send({ type: 'disclosure.closed' });
    onSettled();
  };
  const counts = [
    { key: 'requests', count: forMe },
    { key: 'ownRequests', count: mine },
  ] as const;
  return (
    <>
      {counts.map(
        ({ key, count }) =>
          count > 0 && (
            <li key={key}>
              <button type="button" aria-haspopup="dialog" onClick={() => dialog.send({ type: 'disclosure.opened' })}>
                <strong>{groupedCount(count)}</strong> <span>{t(`dashboard.${key}`)}</span>
                <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
              </button>
            </li>
          ),
      )}
      <Suspense>{isOpen && <RequestsDialog onClose={close} />}</Suspense>
    </>
  );
}
