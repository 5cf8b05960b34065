import { useSelector } from '@xstate/react';
import type { RecordLife } from '#domain/life/record-life';
import { selectRequests } from '#machines/life/life-requests.machine';
import type { RecordLifeRef } from '#machines/life/record-life.machine';
import type { RowWindowRef } from '#machines/table/row-window.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { newKey } from '../../base/new-key.ts';
import { useWindowActor } from '../../kit/table/base/use-window-actor.ts';
import classes from './life.module.css';
import { RequestList } from './RequestList.tsx';
import { Until } from './Until.tsx';

interface WhatWaitsProps {
  readonly life: RecordLife;
  readonly record: RecordLifeRef;
  readonly place: { readonly resource: string; readonly id: number };
  readonly actor: RowWindowRef;
}

/** What is to come of a record: times, and what another person has to approve. */
export function WhatWaits({ life, record, place, actor }: WhatWaitsProps) {
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
      {life.request && <OpenRequest key={life.request.id} id={life.request.id} record={record} place={place} actor={actor} />}
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
function OpenRequest({ id, record, place, actor }: Omit<WhatWaitsProps, 'life'> & { readonly id: number }) {
  const { lifeRequests } = useBundle('life');
  // The window hears how it ends, although another page is looked at or the request is shown no more.
  const requests = useWindowActor(actor, lifeRequests, {
    id: `lifeRequests:${place.resource}:${place.id}:${id}`,
    input: { which: 'record', record: place, owner: record, key: newKey() },
  });
  const open = useSelector(requests, selectRequests)?.filter(({ state }) => state === 'open') ?? [];
  return open.length === 0 ? null : <RequestList requests={requests} list={open} />;
}
