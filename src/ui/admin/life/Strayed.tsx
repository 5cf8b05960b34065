import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { placeOffer, strayedFrom, type RecordLife } from '#domain/life/record-life';
import type { Resource } from '#domain/table/resource';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectIsTyped, type LifeActRef } from '#machines/life/life-act.machine';
import { t } from '../../base/i18n.ts';
import { useMayPlace } from './may-place.ts';

interface StrayedProps {
  readonly life: RecordLife;
  readonly id: number;
  readonly act: LifeActRef;
  readonly resource: Resource;
}

/** The record is in a state that no step led to: somebody has written it past its life. Whoever may place it says what counts. */
export function Strayed({ life, id, act, resource }: StrayedProps) {
  const mayPlace = useMayPlace(resource);
  const isBusy = useSelector(act, (snapshot) => selectIsBusy(snapshot) || selectIsTyped(snapshot));
  const from = strayedFrom(life);
  if (from === null) return null;
  const labelOf = (state: string) => life.chart.states.find(({ name }) => name === state)?.label ?? state;
  const choose = (state: string, label: string) =>
    act.send({ type: 'act.chosen', offer: placeOffer(state, label), ids: [id], version: life.version });
  const labels = {
    takeOver: t('recordLife.strayed.takeOver', { state: life.label }),
    putBack: t('recordLife.strayed.putBack', { state: labelOf(from) }),
  };
  return (
    <Alert color="orange" role="note" icon={<IconAlertTriangle size={18} />} title={t('recordLife.strayed.title')}>
      {t('recordLife.strayed.text', { last: labelOf(from), now: life.label })}
      {mayPlace && (
        <Group gap="xs" mt={8}>
          <Button variant="default" size="compact-sm" disabled={isBusy} onClick={() => choose(life.state, labels.takeOver)}>
            {labels.takeOver}
          </Button>
          <Button variant="default" size="compact-sm" disabled={isBusy} onClick={() => choose(from, labels.putBack)}>
            {labels.putBack}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
