import { useSelector } from '@xstate/react';
import type { RecordLife } from '#domain/life/record-life';
import { selectRequests } from '#machines/life/life-requests.machine';
import type { RecordLifeRef } from '#machines/life/record-life.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import classes from './life.module.css';
import { RequestList } from './RequestList.tsx';
import { Until } from './Until.tsx';

interface WhatWaitsProps {
  readonly life: RecordLife;
  readonly record: RecordLifeRef;
  readonly place: { readonly resource: string; readonly id: number };
}

/** What is to come of a record: times, and what another person has to approve. */
export function WhatWaits({ life, record, place }: WhatWaitsProps) {
  return (
    <>
      {life.times.length > 0 && (
        <ul className={classes.path} aria-label={t('recordLife.times')}>
          {life.times.map(({ name, label, at, waits }) => (
            <li key={name} className={classes.soft}>
              {at === null ? (
                t('recordLife.timeWaits', { label, why: waits.map(({ message }) => message).join(' · ') })
              ) : (
                <>
                  {label} <Until at={at} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {life.request && <OpenRequest key={life.request.id} record={record} place={place} />}
    </>
  );
}

/** The one request that a record can have open. */
function OpenRequest({ record, place }: Pick<WhatWaitsProps, 'record' | 'place'>) {
  const { lifeRequests } = useBundle('life');
  const requests = useLeafActor(lifeRequests, {
    id: `lifeRequests:${place.resource}:${place.id}`,
    input: { which: 'record', record: place, owner: record },
  });
  const open = useSelector(requests, selectRequests)?.filter(({ state }) => state === 'open') ?? [];
  return open.length === 0 ? null : <RequestList requests={requests} list={open} />;
}
