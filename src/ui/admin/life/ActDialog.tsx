import '../../kit/form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isAsking } from '#domain/life/record-life';
import type { Resource } from '#domain/table/resource';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectAct,
  selectIsTyped,
  selectLifeActIsAsking,
  selectLifeActIsOvertaken,
  selectLifeActIsRefused,
  selectLifeActIsResting,
  type LifeActRef,
} from '#machines/life/life-act.machine';
import { t } from '../../base/i18n.ts';
import { leaving } from '../../kit/dialogs/leaving.ts';
import classes from './life.module.css';
import { Question, StepRefusal } from './Question.tsx';

interface ActDialogProps {
  readonly act: LifeActRef;
  readonly resource: Resource;
  /** What it is about: a record by its title, or how many. */
  readonly about: string;
}

/** What an event asks for, or why it was refused, over whatever it was chosen in; nothing while there is nothing to say. */
export function ActDialog({ act, resource, about }: ActDialogProps) {
  const offer = useSelector(act, selectAct);
  const isResting = useSelector(act, selectLifeActIsResting);
  const isSending = useSelector(act, selectIsBusy);
  const isTyped = useSelector(act, selectIsTyped);
  const isShown = useSelector(
    act,
    (snapshot) => selectLifeActIsAsking(snapshot) || selectLifeActIsRefused(snapshot) || selectLifeActIsOvertaken(snapshot),
  );
  if (!offer || isResting || (!isShown && !isAsking(offer))) return null;
  return (
    <Modal
      opened
      title={t('recordLife.actTitle', { event: offer.label, about })}
      size={520}
      {...leaving({ isHeld: isSending, isTyped, closeLabel: t('recordLife.cancel'), onClose: () => act.send({ type: 'act.cancelled' }) })}
    >
      <div className={classes.life} aria-busy={isSending}>
        {(isSending || isShown) && isAsking(offer) && <QuestionOrRefusal act={act} resource={resource} />}
        {!isAsking(offer) && <StepRefusal act={act} />}
      </div>
    </Modal>
  );
}

function QuestionOrRefusal({ act, resource }: Pick<ActDialogProps, 'act' | 'resource'>) {
  const offer = useSelector(act, selectAct);
  const isOvertaken = useSelector(act, selectLifeActIsOvertaken);
  if (isOvertaken) return <StepRefusal act={act} />;
  return offer && <Question act={act} offer={offer} resource={resource} />;
}
