import '../../form-styles.ts';
import { Button, Radio, Stack } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { findResource } from '#actors/base/resource-book';
import { groupedCount } from '#domain/base/grouped-digits';
import {
  selectIsDecided,
  selectMayMove,
  selectMayRecycle,
  selectMoves,
  selectRecycles,
  selectRelated,
  selectRelatedFailure,
  selectRelatedState,
  selectRelatedWish,
  type RelatedChoiceRef,
} from '#machines/table/related-choice.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { FailureText } from '../../feedback/FailureText.tsx';
import { resourceLabel } from '../../resource-texts.ts';
import type { DeletePreviewProps } from '../base/table-extras.ts';
import { MoveTarget } from './MoveTarget.tsx';
import classes from './related.module.css';

/** In the question before deleting: what names the records, and what becomes of it. */
export function RelatedPreview({ resource, ids, children }: DeletePreviewProps) {
  const { relatedChoice } = useBundle('tableTools');
  const actor = useLeafActor(relatedChoice, { id: `relatedChoice:${resource.name}`, input: { resource: resource.name, ids } });
  const isKnown = useSelector(actor, selectIsDecided);
  const related = useSelector(actor, selectRelatedWish, (a, b) => JSON.stringify(a) === JSON.stringify(b));
  const notice = (
    <div className={classes.related}>
      <Related actor={actor} resource={resource} ids={ids} />
    </div>
  );
  return children({ notice, isKnown, isUsed: false, related });
}

interface RelatedProps extends Pick<DeletePreviewProps, 'resource' | 'ids'> {
  readonly actor: RelatedChoiceRef;
}

function Related({ actor, ...props }: RelatedProps) {
  const state = useSelector(actor, selectRelatedState);
  const { below } = useSelector(actor, selectRelated);
  const failure = useSelector(actor, selectRelatedFailure);
  if (state === 'finding') return <output>{t('tables.related.loading')}</output>;
  if (state === 'failed')
    return (
      <p>
        {t('tables.related.failed')} {failure && <FailureText failure={failure} />}{' '}
        <Button variant="default" size="compact-sm" onClick={() => actor.send({ type: 'related.retried' })}>
          {t('tables.related.retry')}
        </Button>
      </p>
    );
  return (
    <>
      {below > 0 && <p>{t('tables.related.below', { count: below })}</p>}
      {state === 'asking' && <Choice actor={actor} {...props} />}
    </>
  );
}

function Choice({ actor, resource, ids }: RelatedProps) {
  const { list } = useSelector(actor, selectRelated);
  const [mayMove, mayRecycle] = [useSelector(actor, selectMayMove), useSelector(actor, selectMayRecycle)];
  const [moves, recycles] = [useSelector(actor, selectMoves), useSelector(actor, selectRecycles)];
  const told = list.map(({ resource: name, count }) => {
    const section = findResource(name);
    return t('tables.related.holds', { name: section ? resourceLabel(section) : name, count: groupedCount(count) });
  });
  const legend = told.join(t('tables.related.and'));
  if (!mayMove && !mayRecycle)
    return (
      <p>
        {legend} {t('tables.related.mayNeither')}
      </p>
    );
  const choose = (value: string) => actor.send({ type: value === 'move' ? 'related.moveChosen' : 'related.recycleChosen' });
  return (
    <Radio.Group label={legend} value={moves ? 'move' : recycles ? 'recycle' : ''} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {mayMove && <Radio value="move" label={t('tables.related.move')} />}
        {moves && <MoveTarget actor={actor} resource={resource} ids={ids} />}
        {mayRecycle && (
          <Radio value="recycle" label={t(list.every(({ isBinned }) => isBinned) ? 'tables.related.recycle' : 'tables.related.remove')} />
        )}
      </Stack>
    </Radio.Group>
  );
}
