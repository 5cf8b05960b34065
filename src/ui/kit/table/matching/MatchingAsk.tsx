import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import { sharedOffers } from '#domain/life/record-life';
import { isFinal } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import { selectRows } from '#machines/table/collection.selectors';
import { selectOffersFailure, selectStands } from '#machines/life/life-offers.machine';
import { selectMatching, selectMatchingStage, selectMatchingStep } from '#machines/table/matching-run.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { newKey } from '../../../base/new-key.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useOwnedActor } from '../../../base/use-owned-actor.ts';
import { FailureLine } from '../../feedback/FailureLine.tsx';
import { FailureText } from '../../feedback/FailureText.tsx';
import { BulkForm } from '../bulk/BulkForm.tsx';
import type { MatchingListProps, MatchingProps } from './matching-props.ts';
import classes from './matching.module.css';

/** What exactly is done; nothing is known yet of which records they are by now. */
export function MatchingAsk({ run, resource, collection, deleteWords }: MatchingListProps) {
  const kind = useSelector(run, (snapshot) => selectMatching(snapshot).kind);
  return (
    <>
      <Standing run={run} />
      {kind === 'delete' && <AskDelete run={run} resource={resource} deleteWords={deleteWords} />}
      {kind === 'edit' && <AskEdit run={run} resource={resource} collection={collection} />}
      {kind === 'step' && <AskStep run={run} resource={resource} collection={collection} />}
    </>
  );
}

/** Why it did not begin. */
function Standing({ run }: Pick<MatchingProps, 'run'>) {
  const stage = useSelector(run, selectMatchingStage);
  const { failure } = useSelector(run, selectMatching);
  if (stage === 'open') return null;
  return (
    <div className={classes.failure} role="alert">
      {stage === 'none' && t('tables.matching.none')}
      {stage === 'tooMany' && t('tables.matching.tooManyNow')}
      {stage === 'failed' && failure && <FailureText failure={failure} />}
    </div>
  );
}

function AskDelete({ run, resource, deleteWords }: MatchingProps) {
  const { total } = useSelector(run, selectMatching);
  const count = groupedCount(total);
  const words = deleteWords?.(total);
  const asked = isFinal(resource, 'del') ? t('tables.matching.askFinal', { count }) : t('tables.matching.askDelete', { count });
  return (
    <>
      {words && <p className={classes.strong}>{words.title}</p>}
      <p className={classes.hint}>{asked}</p>
      <div className={classes.buttons}>
        <Button variant="default" data-autofocus onClick={() => run.send({ type: 'matching.returned' })}>
          {t('tables.matching.back')}
        </Button>
        <Button color="red" onClick={() => run.send({ type: 'matching.confirmed', act: { kind: 'delete' }, key: newKey() })}>
          {words?.button ?? t('tables.matching.deleteAll', { count })}
        </Button>
      </div>
    </>
  );
}

const NO_ROWS: readonly ListRow[] = [];

/** The form stays while another page is looked at, as its window does, until the run goes on or back. */
function AskEdit({ run, resource, collection }: MatchingListProps) {
  const { matchingForm } = useBundle('tableTools');
  const { act, total } = useSelector(run, selectMatching);
  const { logic, input, isTyped } = matchingForm(resource.name, act?.kind === 'edit' ? act : null, (wish) =>
    run.send({ type: 'matching.confirmed', act: { kind: 'edit', ...wish }, key: newKey() }),
  );
  const actor = useOwnedActor(run, logic, {
    id: `matchingForm:${resource.name}`,
    isLeaf: false,
    input,
    unsaved: [collection, isTyped],
    isOver: () => selectMatchingStep(run.getSnapshot()) !== 'asking',
  });
  const onReturn = () => run.send({ type: 'matching.returned' });
  return <BulkForm actor={actor} resource={resource} rows={NO_ROWS} matching={{ count: groupedCount(total), onReturn }} />;
}

/** What may be done next with the records of the page that is shown, as far as nothing more is asked for it. */
function AskStep({ run, resource, collection }: MatchingListProps) {
  const { lifeOffers } = useBundle('life');
  const ids = useSelector(collection, selectRows).map(({ id }) => id);
  const reader = useLeafActor(lifeOffers, { id: `lifeOffers:${resource.name}`, input: { resource: resource.name, ids } });
  const stands = useSelector(reader, selectStands);
  const failure = useSelector(reader, selectOffersFailure);
  const offers = sharedOffers(stands ?? [])
    .map(({ offer }) => offer)
    .filter(({ asks, second }) => asks.fields.length === 0 && asks.comment !== 'required' && second === null);
  return (
    <>
      <p className={classes.hint}>{t('tables.matching.askStep')}</p>
      {failure && (
        <FailureLine text={t('tables.matching.noSteps')} failure={failure} onRetry={() => reader.send({ type: 'offers.retried' })} />
      )}
      {stands && offers.length === 0 && <p className={classes.hint}>{t('tables.matching.noSteps')}</p>}
      <div className={classes.choice}>
        {offers.map(({ event, label }) => (
          <Button
            key={event}
            variant="light"
            onClick={() => run.send({ type: 'matching.confirmed', act: { kind: 'step', event, label }, key: newKey() })}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => run.send({ type: 'matching.returned' })}>
          {t('tables.matching.back')}
        </Button>
      </div>
    </>
  );
}
