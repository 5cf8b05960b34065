import { useSelector } from '@xstate/react';
import type { RecordLife } from '#domain/life/record-life';
import { selectRequests } from '#machines/life/life-requests.machine';
import type { RecordLifeRef } from '#machines/life/record-life.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { newKey } from '../../base/new-key.ts';
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
                <Until at={at} say={sayingOf(life, name, label)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {life.request && <OpenRequest key={life.request.id} record={record} place={place} />}
    </>
  );
}

/** What a time does, once it is up: by the state it leads to, since one that counts from the entry is called by its own length. */
function sayingOf({ chart, state }: RecordLife, name: string, label: string): (until: string) => string {
  const targets = chart.ways.filter((way) => way.isTime && way.name === name && way.from === state && way.to !== state);
  const states = targets.map(({ to }) => chart.states.find((one) => one.name === to)?.label ?? to);
  if (states.length === 0) return (until) => t('recordLife.timeStays', { label, until });
  return (until) => t('recordLife.timeLeads', { state: states.join(' / '), until });
}

/** The one request that a record can have open. */
function OpenRequest({ record, place }: Pick<WhatWaitsProps, 'record' | 'place'>) {
  const { lifeRequests } = useBundle('life');
  const requests = useLeafActor(lifeRequests, {
    id: `lifeRequests:${place.resource}:${place.id}`,
    input: { which: 'record', record: place, owner: record, key: newKey() },
  });
  const open = useSelector(requests, selectRequests)?.filter(({ state }) => state === 'open') ?? [];
  return open.length === 0 ? null : <RequestList requests={requests} list={open} />;
}
