import { Button, Drawer } from '@mantine/core';
import { IconHistoryToggle } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import {
  selectLifeRehearsalIsOpen,
  selectRehearsal,
  selectRehearsalFailure,
  type LifeRehearsalRef,
} from '#machines/designer/life-rehearsal.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { FailureLine } from '../../../kit/feedback/FailureLine.tsx';
import { Spinner } from '../../../kit/feedback/Spinner.tsx';
import { useDesigning } from '../base/designer-context.ts';
import { useFound } from './base/life-context.ts';
import { RehearsalResult } from './RehearsalResult.tsx';
import classes from './rehearsal.module.css';

/** What would have become of the last thirty days by the life as it is drawn; only a section that stands has any. */
export function Rehearsals() {
  const { designer } = useDesigning();
  const { rehearsal: logic } = useBundle('designer');
  const rehearsal = useLeafActor(logic, { id: 'lifeRehearsal', input: { owner: designer } });
  const stands = useSelector(designer, ({ context }) => context.published !== null);
  const isOpen = useSelector(rehearsal, selectLifeRehearsalIsOpen);
  const { states, arrows, whole } = useFound();
  const isWrong = [...states.values(), ...arrows.values(), whole].flat().some(({ level }) => level === 'error');
  if (!stands) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconHistoryToggle size={14} aria-hidden />}
        title={t('designer.life.rehearsal.tip')}
        disabled={isWrong}
        onClick={() => rehearsal.send({ type: 'rehearsal.requested' })}
      >
        {t('designer.life.rehearsal.start')}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => rehearsal.send({ type: 'rehearsal.closed' })}
        position="right"
        size={560}
        title={t('designer.life.rehearsal.title')}
        closeButtonProps={{ 'aria-label': t('common.action.close') }}
      >
        {isOpen && <Body rehearsal={rehearsal} />}
      </Drawer>
    </>
  );
}

function Body({ rehearsal }: { readonly rehearsal: LifeRehearsalRef }) {
  const result = useSelector(rehearsal, selectRehearsal);
  const failure = useSelector(rehearsal, selectRehearsalFailure);
  if (failure)
    return (
      <FailureLine
        text={t('designer.life.rehearsal.failed')}
        failure={failure}
        onRetry={() => rehearsal.send({ type: 'rehearsal.retried' })}
      />
    );
  if (result) return <RehearsalResult rehearsal={result} />;
  return (
    <output className={classes.waiting}>
      <Spinner /> {t('designer.life.rehearsal.loading')}
    </output>
  );
}
