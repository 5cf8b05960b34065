import { ActionIcon, Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconArrowLeft, IconCloudUp } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectDeclaration,
  selectIsLifeAlone,
  selectIsLosing,
  selectSectionDesignerHasFailed,
  selectSectionDesignerIsPublishing,
  selectSectionDesignerIsReviewing,
  selectSectionDesignerIsUnanswered,
} from '#machines/designer/section-designer.selectors';
import type { TriedStep } from '#machines/designer/designer.vocabulary';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import { t } from '../../../base/i18n.ts';
import { newKey } from '../../../base/new-key.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { titleIn } from '../base/section-title.ts';
import classes from './review.module.css';
import { DriftCard } from './DriftCard.tsx';
import { StepCard } from './StepCard.tsx';

interface ReviewProps {
  readonly designer: SectionDesignerRef;
}

/** What matters most first. */
const CLASSES = ['loses', 'mayLose', 'mayRefuse', 'needsValue', 'safe'] as const satisfies readonly TriedStep['class'][];

const NO_STEPS: readonly TriedStep[] = [];

/** What publishing would do to the table, step by step, before it is done. */
export function ReviewPage({ designer }: ReviewProps) {
  const { label, name, table } = useSelector(designer, selectDeclaration);
  const planned = useSelector(designer, ({ context }) => context.plan?.steps ?? NO_STEPS);
  const isRehearsed = useSelector(designer, ({ context }) => context.plan?.isRehearsed ?? true);
  // Requests that would be dropped, of which there are none, are nothing to look at.
  const steps = planned.filter(({ kind, rows }) => kind !== 'dropEvent' || rows !== 0 || !isRehearsed);
  const isBusy = useSelector(designer, selectIsBusy);
  const isFirst = useSelector(designer, ({ context }) => context.published === null);
  const isLifeAlone = useSelector(designer, selectIsLifeAlone);
  const words = isLifeAlone ? 'designer.lives.class' : 'designer.class';
  const back = () => designer.send({ type: selectSectionDesignerHasFailed(designer.getSnapshot()) ? 'design.resumed' : 'publish.refused' });
  return (
    <div className={classes.page} aria-busy={isBusy}>
      <header className={classes.header}>
        <ActionIcon size="lg" aria-label={t('designer.review.back')} disabled={isBusy} onClick={back}>
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        <h1 className={classes.title}>
          {t(isLifeAlone ? 'designer.lives.review' : 'designer.review.title', { name: titleIn(label, name) })}
        </h1>
      </header>
      <Refused designer={designer} />
      <p className={classes.intro}>
        {t(
          isLifeAlone
            ? lifeIntro(steps)
            : steps.length === 0
              ? 'designer.review.nothing'
              : isFirst
                ? 'designer.review.first'
                : 'designer.review.intro',
          {
            count: steps.length,
            table,
          },
        )}
      </p>
      {!isRehearsed && (
        <Alert color="orange" icon={<IconAlertCircle size={18} />}>
          {t('designer.review.notRehearsed')}
        </Alert>
      )}
      <ByHand designer={designer} steps={steps} />
      {CLASSES.map((one) => {
        const own = steps.filter((step) => step.class === one && !isByHand(step));
        return (
          own.length > 0 && (
            <section key={one} className={classes.class} aria-label={t(`${words}.${one}.title`)}>
              <h2 className={classes.className} data-class={one}>
                {t(`${words}.${one}.title`)} <span className={classes.count}>{own.length}</span>
              </h2>
              <p className={classes.classText}>{t(`${words}.${one}.text`)}</p>
              <ul className={classes.steps}>
                {own.map((step) => (
                  <StepCard key={step.id} designer={designer} step={step} />
                ))}
              </ul>
            </section>
          )
        );
      })}
      <Publish designer={designer} onBack={back} />
    </div>
  );
}

const lifeIntro = (steps: readonly TriedStep[]) => (steps.length === 0 ? 'designer.lives.same' : 'designer.lives.intro');

const isByHand = ({ id }: TriedStep): boolean => id.startsWith('drift:');

/** What somebody changed in the database itself is settled ahead of everything else. */
function ByHand({ designer, steps }: ReviewProps & { readonly steps: readonly TriedStep[] }) {
  const own = steps.filter(isByHand);
  return (
    own.length > 0 && (
      <section className={classes.class} aria-label={t('designer.drift.settle')}>
        <h2 className={classes.className} data-class="mayRefuse">
          {t('designer.drift.settle')} <span className={classes.count}>{own.length}</span>
        </h2>
        <p className={classes.classText}>{t('designer.drift.settleText')}</p>
        <ul className={classes.steps}>
          {own.map((step) => (
            <DriftCard key={step.id} designer={designer} step={step} />
          ))}
        </ul>
      </section>
    )
  );
}

/** Why it was not published, or that nobody knows whether it was. */
function Refused({ designer }: ReviewProps) {
  const failure = useSelector(designer, ({ context }) => context.failure);
  const isFailed = useSelector(designer, selectSectionDesignerHasFailed);
  const isUnanswered = useSelector(designer, selectSectionDesignerIsUnanswered);
  if (!failure || !isFailed) return null;
  if (isUnanswered)
    return (
      <Alert color="orange" role="alert" icon={<IconAlertCircle size={18} />} title={t('designer.review.unanswered')}>
        <p className={classes.failure}>
          <FailureText failure={failure} />
        </p>
        <p className={classes.failure}>{t('designer.review.unansweredHint')}</p>
        <Group gap={8} mt={8}>
          <Button variant="filled" size="compact-sm" onClick={() => designer.send({ type: 'publish.retried' })}>
            {t('designer.review.retry')}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => designer.send({ type: 'design.resumed' })}>
            {t('designer.review.readAgain')}
          </Button>
        </Group>
      </Alert>
    );
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={t('designer.review.failed')}>
      <p className={classes.failure}>
        <FailureText failure={failure} />
      </p>
      <p className={classes.failure}>{t('designer.review.unchanged')}</p>
      <Button variant="default" size="compact-sm" mt={8} onClick={() => designer.send({ type: 'plan.requested' })}>
        {t('designer.review.again')}
      </Button>
    </Alert>
  );
}

function Publish({ designer, onBack }: ReviewProps & { readonly onBack: () => void }) {
  const { table } = useSelector(designer, selectDeclaration);
  const isLosing = useSelector(designer, selectIsLosing);
  const typed = useSelector(designer, ({ context }) => context.typed);
  const isBusy = useSelector(designer, selectIsBusy);
  const isPublishing = useSelector(designer, selectSectionDesignerIsPublishing);
  const isReviewing = useSelector(designer, selectSectionDesignerIsReviewing);
  const canPublish = useSelector(designer, (snapshot) => snapshot.can({ type: 'publish.confirmed', key: '' }));
  const stopping = useSelector(designer, ({ context }) => context.plan?.steps.find((step) => step.stopping > 0));
  return (
    <footer className={classes.footer}>
      {stopping && (
        <Text size="sm" c="var(--tp-warning)" className={classes.grow}>
          {t(isByHand(stopping) ? 'designer.drift.unsettled' : 'designer.review.stopped')}
        </Text>
      )}
      {isLosing && (
        <TextInput
          className={classes.grow}
          label={t('designer.review.type', { table })}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          disabled={!isReviewing}
          onChange={(event) => designer.send({ type: 'name.typed', text: event.currentTarget.value })}
        />
      )}
      <Button variant="default" disabled={isBusy} onClick={onBack}>
        {t('designer.review.back')}
      </Button>
      <Button
        color={isLosing ? 'red' : 'jade'}
        leftSection={<IconCloudUp size={16} aria-hidden />}
        loading={isPublishing}
        disabled={!canPublish && !isPublishing}
        onClick={() => designer.send({ type: 'publish.confirmed', key: newKey() })}
      >
        {t('designer.review.publish')}
      </Button>
    </footer>
  );
}
