import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { selectAbilities, selectQuery, type CollectionRef } from '#machines/table/collection-selectors';
import { text } from '../../base/i18n.ts';
import { newKey } from '../../base/new-key.ts';

interface LedgerToolsProps {
  readonly collection: CollectionRef;
  readonly kind: 'money' | 'score';
}

/** Where the ledger shows one member alone: a form that already names them. */
function LedgerTools({ collection, kind }: LedgerToolsProps) {
  const { search } = useSelector(collection, selectQuery);
  const { mayAdd } = useSelector(collection, selectAbilities);
  const userId = Number(search.find(({ field, operator }) => field === 'userId' && operator === 'eq')?.value);
  if (!mayAdd || !Number.isSafeInteger(userId) || userId < 1) return null;
  return (
    <Button variant="default" onClick={() => collection.send({ type: 'collection.addRequested', key: newKey(), values: { userId } })}>
      {text(`resources.member.adjust.${kind}`)}
    </Button>
  );
}

export const MoneyLedgerTools = ({ collection }: Pick<LedgerToolsProps, 'collection'>) => (
  <LedgerTools collection={collection} kind="money" />
);
export const ScoreLedgerTools = ({ collection }: Pick<LedgerToolsProps, 'collection'>) => (
  <LedgerTools collection={collection} kind="score" />
);
