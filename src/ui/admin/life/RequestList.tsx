import { Button, Group, Textarea } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { findResource } from '#actors/base/resource-book';
import type { LifeRequest, Settling } from '#domain/life/life-request';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectLifeRequestsIsRefused,
  selectLifeRequestsIsShown,
  selectRequestsFailure,
  selectSettling,
  type LifeRequestsRef,
} from '#machines/life/life-requests.machine';
import { t } from '../../base/i18n.ts';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import { Differences } from '../../kit/changes/Differences.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { Until } from './Until.tsx';
import classes from './life.module.css';

interface RequestProps {
  readonly requests: LifeRequestsRef;
  readonly request: LifeRequest;
}

const WAYS = ['approve', 'decline', 'withdraw'] as const satisfies readonly Settling[];

/** Requests, each with who asks for what, why, and what may be done with it. */
export function RequestList({ requests, list }: { readonly requests: LifeRequestsRef; readonly list: readonly LifeRequest[] }) {
  return (
    <ul className={classes.path} aria-label={t('recordLife.requests.title')}>
      {list.map((request) => (
        <li key={request.id} className={classes.request}>
          <Request requests={requests} request={request} />
        </li>
      ))}
    </ul>
  );
}

function Request({ requests, request }: RequestProps) {
  const settling = useSelector(requests, selectSettling);
  const isSettling = settling?.id === request.id;
  const { label, title, section, from, asked, comment, values, changed, state, settled, expires } = request;
  const resource = findResource(request.resource);
  return (
    <>
      <p className={classes.requestHead}>
        <strong>{t('recordLife.requests.what', { event: label, title })}</strong>
        <span className={classes.soft}>
          {section}
          {from.label !== '' && ` · ${from.label}`}
        </span>
      </p>
      <p className={classes.soft}>
        {t('recordLife.requests.by', { name: asked.by.name })} · <time dateTime={timeAttribute(asked.at)}>{timeText(asked.at)}</time>
        {state === 'open' && (
          <>
            {' · '}
            {t('recordLife.requests.expires')} <Until at={expires} />
          </>
        )}
      </p>
      {comment !== '' && <q className={classes.why}>{comment}</q>}
      {values.length > 0 && <Differences resource={resource} difference={{ kind: 'changed', fields: values }} />}
      {state === 'open' && changed.length > 0 && (
        <details className={classes.refusals}>
          <summary>{t('recordLife.requests.changed')}</summary>
          <Differences resource={resource} difference={{ kind: 'changed', fields: changed }} />
        </details>
      )}
      {state !== 'open' && (
        <p className={classes.soft}>
          {t(`recordLife.requests.state.${state}`)}
          {settled?.by && ` · ${settled.by.name}`}
          {settled && settled.comment !== '' && ` · ${settled.comment}`}
        </p>
      )}
      {isSettling ? <Word requests={requests} how={settling.how} /> : <Buttons requests={requests} request={request} />}
    </>
  );
}

function Buttons({ requests, request }: RequestProps) {
  const isOpen = useSelector(requests, selectLifeRequestsIsShown);
  const ways = WAYS.filter((how) => request.may[how]);
  if (ways.length === 0) return null;
  return (
    <Group gap={8} mt={8}>
      {ways.map((how) => (
        <Button
          key={how}
          size="compact-sm"
          variant={how === 'approve' ? 'filled' : 'default'}
          disabled={!isOpen}
          onClick={() => requests.send({ type: 'request.chosen', id: request.id, how })}
        >
          {t(`recordLife.requests.${how}`)}
        </Button>
      ))}
    </Group>
  );
}

/** A word about it, or what it was refused for. */
function Word({ requests, how }: { readonly requests: LifeRequestsRef; readonly how: Settling }) {
  const comment = useSelector(requests, ({ context }) => context.comment);
  const failure = useSelector(requests, selectRequestsFailure);
  const isSending = useSelector(requests, selectIsBusy);
  const isRefused = useSelector(requests, selectLifeRequestsIsRefused);
  const leave = () => requests.send({ type: 'request.left' });
  if (failure && isRefused)
    return (
      <div role="alert" className={classes.refused}>
        <FailureText failure={failure} />
        <Button size="compact-sm" variant="default" onClick={leave}>
          {t('recordLife.understood')}
        </Button>
      </div>
    );
  return (
    <form
      className={classes.question}
      onSubmit={(event) => {
        event.preventDefault();
        requests.send({ type: 'request.confirmed' });
      }}
    >
      <Textarea
        label={t('recordLife.whyOptional')}
        value={comment}
        maxLength={1000}
        rows={2}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by the press before
        autoFocus
        readOnly={isSending}
        onChange={(event) => requests.send({ type: 'request.commentTyped', comment: event.currentTarget.value })}
      />
      {failure && (
        <p role="alert" className={classes.refused}>
          {t('recordLife.unanswered')} <FailureText failure={failure} />
        </p>
      )}
      <Group gap={8} justify="flex-end">
        <Button variant="default" size="compact-sm" disabled={isSending} onClick={leave}>
          {t('recordLife.cancel')}
        </Button>
        <Button type="submit" size="compact-sm" loading={isSending}>
          {t(`recordLife.requests.${how}`)}
        </Button>
      </Group>
    </form>
  );
}
