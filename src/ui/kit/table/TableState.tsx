import { Button } from '@mantine/core';
import { IconFilterOff, IconInbox, IconLock, IconPlus } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { isForbidden } from '#api/contract/base/refusal';
import type { Resource } from '#domain/table/resource';
import { selectAbilities, selectCollectionFailure, selectEmptiness, type CollectionRef } from '#machines/table/collection.selectors';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { failureText, FailureText } from '../feedback/FailureText.tsx';
import { ReadFailed } from '../feedback/ReadFailed.tsx';
import { newKey } from '../../base/new-key.ts';
import { labelInSentence } from '../resource-texts.ts';

interface TableStateProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

const EmptyWords = lazyView(async () => {
  const [{ EmptyWords: words }] = await Promise.all([import('./EmptyWords.tsx'), loadMessages(['emptyLists'])]);
  return words;
});

const wordsOf = (key: string, otherwise: string) => (
  <Suspense fallback={<>&nbsp;</>}>
    <EmptyWords message={`emptyLists.${key}`} otherwise={otherwise} />
  </Suspense>
);

const ICON = { size: 24, stroke: 1.5 } as const;

/** What stands in the table's place when it has no rows; each says what to do next. */
export function TableState({ collection, resource }: TableStateProps) {
  const failure = useSelector(collection, selectCollectionFailure);
  const emptiness = useSelector(collection, selectEmptiness);
  const { mayAdd } = useSelector(collection, selectAbilities);
  const name = labelInSentence(resource);

  if (emptiness === 'no' && failure && isForbidden(failure)) {
    return (
      <EmptyState
        icon={<IconLock {...ICON} />}
        title={t('resources.kit.states.deniedTitle', { name })}
        text={
          <>
            {failure.kind === 'rejected' && failureText(failure) !== t('errors.http.401') && (
              <>
                <FailureText failure={failure} />
                <br />
              </>
            )}
            {t('resources.kit.states.deniedHint')}
          </>
        }
      />
    );
  }
  if (emptiness === 'no')
    return (
      <ReadFailed
        level={3}
        title={t('resources.kit.states.failedTitle')}
        failure={failure}
        onRetry={() => collection.send({ type: 'collection.refreshed' })}
      />
    );
  if (emptiness === 'filtered') {
    return (
      <EmptyState
        icon={<IconFilterOff {...ICON} />}
        title={t('resources.kit.states.filteredTitle', { name })}
        text={t('resources.kit.states.filteredHint')}
      >
        <Button variant="default" onClick={() => collection.send({ type: 'collection.filtersCleared' })}>
          {t('resources.kit.states.clearFilters')}
        </Button>
      </EmptyState>
    );
  }
  const otherwise = mayAdd ? t('resources.kit.states.emptyHint') : t('resources.kit.states.emptyReadOnly');
  return (
    <EmptyState
      icon={<IconInbox {...ICON} />}
      title={wordsOf(`titles.${resource.name}`, t('resources.kit.states.emptyTitle', { name }))}
      text={wordsOf(resource.name, otherwise)}
    >
      {mayAdd && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => collection.send({ type: 'collection.addRequested', key: newKey() })}>
          {t('resources.kit.form.addTitle', { name })}
        </Button>
      )}
    </EmptyState>
  );
}
