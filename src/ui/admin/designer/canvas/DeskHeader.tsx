import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconAlertCircle, IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconCheck, IconCloudUp } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import {
  selectDeclaration,
  selectHasDraft,
  selectIsLifeAlone,
  selectSectionDesignerIsKept,
  selectSectionDesignerIsPlanning,
  selectSectionDesignerIsUnsaved,
} from '#machines/designer/section-designer.selectors';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import { selectStart } from '#machines/shell/admin-shell.machine';
import { t } from '../../../base/i18n.ts';
import { useShell } from '../../../base/shell-context.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { abilitiesOf } from '../base/abilities.ts';
import { useDesigning } from '../base/designer-context.ts';
import { titleIn } from '../base/section-title.ts';
import { Source } from '../source/Source.tsx';
import { Revisions } from '../revisions/Revisions.tsx';
import { DesignStateBadge } from '../start/SectionList.tsx';
import classes from './desk.module.css';

const selectTitle = (snapshot: ReturnType<SectionDesignerRef['getSnapshot']>): string => {
  const { label, name } = selectDeclaration(snapshot);
  return titleIn(label, name);
};

/** What is drawn, whether it is kept, and the way on. */
export function DeskHeader() {
  const { designer } = useDesigning();
  const name = useSelector(designer, selectTitle);
  const isLifeAlone = useSelector(designer, selectIsLifeAlone);
  const state = useSelector(designer, ({ context }) => context.state);
  const isPublished = useSelector(designer, ({ context }) => context.published !== null);
  const isPlanning = useSelector(designer, selectSectionDesignerIsPlanning);
  const canPlan = useSelector(designer, (snapshot) => snapshot.can({ type: 'plan.requested' }));
  const canLeave = useSelector(designer, (snapshot) => snapshot.can({ type: 'design.left' }));
  const mayDesign = useSelector(useShell(), (shell) => abilitiesOf(shell).mayDesign);
  const isSuper = useSelector(useShell(), (shell) => selectStart(shell)?.admin.super === true);
  return (
    <header className={classes.header}>
      <Tooltip label={t('designer.desk.back')}>
        <ActionIcon
          aria-label={t('designer.desk.back')}
          size="lg"
          disabled={!canLeave}
          onClick={() => designer.send({ type: 'design.left' })}
        >
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <h1 className={classes.title}>{isLifeAlone ? t('designer.lives.of', { name }) : name}</h1>
      <DesignStateBadge section={{ state }} />
      <DraftState />
      <div className={classes.tools}>
        <HistoryButtons />
        {isPublished && <Revisions />}
        {isPublished && isSuper && !isLifeAlone && <Source />}
        {mayDesign && state !== 'ejected' && (
          <Button
            leftSection={<IconCloudUp size={16} aria-hidden />}
            loading={isPlanning}
            disabled={!canPlan}
            onClick={() => designer.send({ type: 'plan.requested' })}
          >
            {t('designer.desk.review')}
          </Button>
        )}
      </div>
    </header>
  );
}

const draftState = (snapshot: ReturnType<SectionDesignerRef['getSnapshot']>) =>
  selectSectionDesignerIsUnsaved(snapshot)
    ? 'unsaved'
    : selectSectionDesignerIsKept(snapshot)
      ? selectHasDraft(snapshot)
        ? 'kept'
        : 'none'
      : 'saving';

/** Whether the draft is on the server. */
function DraftState() {
  const { designer } = useDesigning();
  const state = useSelector(designer, draftState);
  const failure = useSelector(designer, ({ context }) => context.failure);
  if (state === 'unsaved')
    return (
      <span role="alert" className={classes.draft} data-state="unsaved">
        <IconAlertCircle size={16} aria-hidden />
        <span>
          {t('designer.draft.unsaved')} {failure && <FailureText failure={failure} />}
        </span>
        <Button variant="default" size="compact-sm" onClick={() => designer.send({ type: 'draft.retried' })}>
          {t('common.action.retry')}
        </Button>
        <Button variant="subtle" color="red" size="compact-sm" onClick={() => designer.send({ type: 'draft.dropped' })}>
          {t('designer.draft.drop')}
        </Button>
      </span>
    );
  return (
    <output className={classes.draft} data-state={state}>
      {state === 'kept' && <IconCheck size={16} aria-hidden />}
      {state !== 'none' && t(`designer.draft.${state}`)}
    </output>
  );
}

function HistoryButtons() {
  const { designer } = useDesigning();
  const canUndo = useSelector(designer, (snapshot) => snapshot.can({ type: 'design.undone' }));
  const canRedo = useSelector(designer, (snapshot) => snapshot.can({ type: 'design.redone' }));
  return (
    <>
      <Tooltip label={t('designer.desk.undo')}>
        <ActionIcon
          size="lg"
          aria-label={t('designer.desk.undo')}
          aria-keyshortcuts="Control+Z"
          // The last one leaves the keyboard where it is.
          aria-disabled={!canUndo}
          data-disabled={!canUndo}
          onClick={() => designer.send({ type: 'design.undone' })}
        >
          <IconArrowBackUp size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('designer.desk.redo')}>
        <ActionIcon
          size="lg"
          aria-label={t('designer.desk.redo')}
          aria-keyshortcuts="Control+Shift+Z"
          // The last one leaves the keyboard where it is.
          aria-disabled={!canRedo}
          data-disabled={!canRedo}
          onClick={() => designer.send({ type: 'design.redone' })}
        >
          <IconArrowForwardUp size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
