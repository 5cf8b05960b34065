import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import { selectMatching } from '#machines/table/matching-run.machine';
import { t } from '../../../base/i18n.ts';
import { RehearsedChange } from '../bulk/RehearsedChange.tsx';
import type { MatchingProps } from './matching-props.ts';
import { RefusedList } from './RefusedList.tsx';
import classes from './matching.module.css';

/** The list has grown, or lost some, since it was told. */
export function MatchingDiffers({ run }: MatchingProps) {
  const { ids, total } = useSelector(run, selectMatching);
  const by = groupedCount(Math.abs(ids.length - total));
  const words = { count: groupedCount(ids.length), by };
  return (
    <>
      <p className={classes.strong} role="alert">
        {ids.length > total ? t('tables.matching.more', words) : t('tables.matching.fewer', words)}
      </p>
      <Buttons run={run} agree={t('tables.matching.goOn', { count: groupedCount(ids.length) })} />
    </>
  );
}

/** What would become of the amounts; those that cannot take it are left as they are. */
export function MatchingRehearsed({ run, resource }: MatchingProps) {
  const { ids, rehearsal } = useSelector(run, selectMatching);
  const count = ids.length - rehearsal.refused.length;
  const refused = rehearsal.refused.map(({ message, ...record }) => ({ ...record, reason: message }));
  return (
    <>
      <RehearsedChange resource={resource} rehearsal={rehearsal} />
      {refused.length > 0 && (
        <RefusedList refused={refused} count={refused.length} words={t('tables.matching.wouldStay', { count: refused.length })} />
      )}
      <Buttons run={run} agree={t('tables.matching.changeAll', { count: groupedCount(count) })} isDisabled={count === 0} />
    </>
  );
}

interface ButtonsProps extends Pick<MatchingProps, 'run'> {
  readonly agree: string;
  readonly isDisabled?: boolean;
}

const Buttons = ({ run, agree, isDisabled = false }: ButtonsProps) => (
  <div className={classes.buttons}>
    <Button variant="default" data-autofocus onClick={() => run.send({ type: 'matching.returned' })}>
      {t('tables.matching.back')}
    </Button>
    <Button disabled={isDisabled} onClick={() => run.send({ type: 'matching.agreed' })}>
      {agree}
    </Button>
  </div>
);
