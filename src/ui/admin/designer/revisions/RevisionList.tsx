import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconAlertCircle, IconArrowBackUp } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import {
  changesOf,
  selectFormer,
  selectSectionRevisionsIsAsking,
  selectSectionRevisionsIsLoading,
  selectSectionRevisionsIsReverting,
  selectSectionRevisionsIsShown,
  selectSectionRevisionsIsUnavailable,
  type SectionRevision,
  type SectionRevisionsRef,
} from '#machines/designer/section-revisions.machine';
import { t } from '../../../base/i18n.ts';
import { useShell } from '../../../base/shell-context.ts';
import { timeAttribute, timeText } from '../../../kit/cells/time-text.ts';
import { ReadFailed } from '../../../kit/feedback/ReadFailed.tsx';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { abilitiesOf } from '../base/abilities.ts';
import { Sign } from '../base/Sign.tsx';
import { DifferenceText } from './DifferenceText.tsx';
import { RevisionDifference } from './RevisionDifference.tsx';
import classes from './revisions.module.css';

interface RevisionsProps {
  readonly revisions: SectionRevisionsRef;
  readonly designer: SectionDesignerRef;
}

/** What was published, refused and taken away, the newest first, with what each changed, and the ways back. */
export function RevisionList({ revisions, designer }: RevisionsProps) {
  const list = useSelector(revisions, ({ context }) => context.list);
  const isLoading = useSelector(revisions, selectSectionRevisionsIsLoading);
  const isUnavailable = useSelector(revisions, selectSectionRevisionsIsUnavailable);
  const failure = useSelector(revisions, ({ context }) => context.failure);
  const mayDesign = useSelector(useShell(), (shell) => abilitiesOf(shell).mayDesign);
  if (isLoading) return <Skeleton height={240} radius="md" aria-label={t('designer.revisions.loading')} aria-busy />;
  if (isUnavailable)
    return (
      <ReadFailed
        level={3}
        title={t('designer.revisions.loadFailed')}
        failure={failure}
        onRetry={() => revisions.send({ type: 'revisions.retried' })}
      />
    );
  return (
    <Stack gap="md">
      <p className={classes.text}>{t('designer.revisions.text')}</p>
      {mayDesign && <Revert revisions={revisions} designer={designer} />}
      <ol className={classes.list} aria-label={t('designer.revisions.list')}>
        {list.map((revision) => (
          <Revision key={revision.id} revisions={revisions} revision={revision} list={list} mayDesign={mayDesign} />
        ))}
      </ol>
    </Stack>
  );
}

/** The design before the last publishing, by a plan that is looked at like any other. */
function Revert({ revisions, designer }: RevisionsProps) {
  const former = useSelector(revisions, selectFormer);
  const isAsking = useSelector(revisions, selectSectionRevisionsIsAsking);
  const isReverting = useSelector(revisions, selectSectionRevisionsIsReverting);
  const failure = useSelector(revisions, ({ context }) => context.failure);
  const version = useSelector(designer, ({ context }) => context.version);
  if (!former) return null;
  const number = former.revision;
  if (!isAsking && !isReverting)
    return (
      <div>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => revisions.send({ type: 'revert.requested' })}
        >
          {t('designer.revisions.revert', { number })}
        </Button>
      </div>
    );
  return (
    <Alert color="orange" icon={<IconAlertCircle size={18} />} title={t('designer.revisions.revert', { number })}>
      <p className={classes.question}>{t('designer.revisions.revertText', { number })}</p>
      {failure && (
        <p role="alert" className={classes.failure}>
          <FailureText failure={failure} />
        </p>
      )}
      <Group gap="xs" mt={8}>
        <Button size="compact-sm" loading={isReverting} onClick={() => revisions.send({ type: 'revert.confirmed', version })}>
          {t('designer.revisions.revertConfirm')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isReverting} onClick={() => revisions.send({ type: 'revert.cancelled' })}>
          {t('common.action.cancel')}
        </Button>
      </Group>
    </Alert>
  );
}

const TONES = { start: 'plain', success: 'good', error: 'bad', delete: 'warning' } as const;

interface RevisionProps {
  readonly revisions: SectionRevisionsRef;
  readonly revision: SectionRevision;
  readonly list: readonly SectionRevision[];
  readonly mayDesign: boolean;
}

function Revision({ revisions, revision, list, mayDesign }: RevisionProps) {
  const { id, status, error, admin, createTime } = revision;
  const isChosen = useSelector(revisions, ({ context }) => context.chosen === id);
  const isShown = useSelector(revisions, selectSectionRevisionsIsShown);
  const changes = status === 'success' ? changesOf(list, id) : null;
  return (
    <li className={classes.revision} data-chosen={isChosen}>
      <div className={classes.head}>
        <b>{t('designer.start.number', { number: revision.revision })}</b>
        <Sign tone={TONES[status]}>{t(`designer.outcome.${status}`)}</Sign>
        <span className={classes.by}>
          <time dateTime={timeAttribute(createTime)}>{timeText(createTime)}</time>
          {admin !== '' && ` · ${admin}`}
        </span>
      </div>
      {error !== '' && <p className={classes.failure}>{error}</p>}
      {status === 'success' &&
        (changes ? <DifferenceText compared={changes} /> : <p className={classes.text}>{t('designer.revisions.first')}</p>)}
      <Group gap={4}>
        {list.length > 1 && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isChosen}
            disabled={!isShown}
            onClick={() => revisions.send({ type: 'revision.chosen', id: isChosen ? null : id })}
          >
            {t('designer.revisions.compare')}
          </Button>
        )}
        {mayDesign && (
          <Button size="compact-sm" variant="subtle" disabled={!isShown} onClick={() => revisions.send({ type: 'revision.taken', id })}>
            {t('designer.revisions.take')}
          </Button>
        )}
      </Group>
      {isChosen && <RevisionDifference revisions={revisions} />}
    </li>
  );
}
