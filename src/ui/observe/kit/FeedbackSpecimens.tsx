import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { Failure } from '#domain/base/failure';
import { t } from '../../base/i18n.ts';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { Illustration } from '../../kit/feedback/Illustration.tsx';
import { LoadingBlock } from '../../kit/feedback/LoadingBlock.tsx';
import { NamedSkeleton } from '../../kit/feedback/NamedSkeleton.tsx';
import { ReadFailed } from '../../kit/feedback/ReadFailed.tsx';
import { Spinner } from '../../kit/feedback/Spinner.tsx';
import { TableSkeleton } from '../../kit/table/TableSkeleton.tsx';
import { Specimen, type SpecimenState } from './Specimen.tsx';

const nothing = (): void => {};
const OFFLINE: Failure = { kind: 'unreachable', online: false };

const failures = (): Readonly<Partial<Record<SpecimenState, Failure>>> => ({
  rejected: { kind: 'rejected', code: 0, message: t('dev.kit.sample.wrong') },
  http: { kind: 'http', status: 502, url: '/api' },
  timeout: { kind: 'timeout' },
  offline: OFFLINE,
  unreachable: { kind: 'unreachable', online: true },
  malformed: { kind: 'malformed', url: '/api' },
  duplicate: { kind: 'duplicate' },
});

/** What is on its way, what is not there, and what went wrong. */
export function FeedbackSpecimens() {
  const elsewhere = { title: t('dev.kit.sample.elsewhere'), text: t('dev.kit.sample.elsewhereText') };
  const icon = <IconInbox size={24} stroke={1.5} />;
  return (
    <>
      <Specimen of="Spinner" state="busy">
        <Spinner />
      </Specimen>
      <Specimen of="LoadingBlock" state="busy">
        <LoadingBlock />
      </Specimen>
      <Specimen of="NamedSkeleton" state="busy">
        <NamedSkeleton heightPx={96} label={t('common.state.loading')} />
      </Specimen>
      <Specimen of="TableSkeleton" state="busy">
        <TableSkeleton />
      </Specimen>
      <Specimen of="EmptyState" state="plain">
        <EmptyState title={t('dev.kit.sample.empty')} />
      </Specimen>
      <Specimen of="EmptyState" state="icon">
        <EmptyState icon={icon} title={t('dev.kit.sample.empty')} text={t('dev.kit.sample.emptyText')} />
      </Specimen>
      <Specimen of="EmptyState" state="withWay">
        <EmptyState icon={icon} title={t('dev.kit.sample.empty')} text={t('dev.kit.sample.emptyText')}>
          <Button>{t('dev.kit.sample.add')}</Button>
        </EmptyState>
      </Specimen>
      <Specimen of="ReadFailed" state="offline">
        <ReadFailed title={t('dev.kit.sample.failed')} failure={OFFLINE} elsewhere={elsewhere} onRetry={nothing} />
      </Specimen>
      <Specimen of="ReadFailed" state="http">
        <ReadFailed
          title={t('dev.kit.sample.failed')}
          failure={{ kind: 'http', status: 404, url: '/api' }}
          elsewhere={elsewhere}
          onRetry={nothing}
        />
      </Specimen>
      <Specimen of="FailureLine" state="offline">
        <FailureLine text={t('dev.kit.sample.notSaved')} failure={OFFLINE} />
      </Specimen>
      <Specimen of="FailureLine" state="withWay">
        <FailureLine text={t('dev.kit.sample.notSaved')} failure={OFFLINE} onRetry={nothing} />
      </Specimen>
      {Object.entries(failures()).map(([state, failure]) => (
        <Specimen key={state} of="FailureText" state={state as SpecimenState}>
          <FailureText failure={failure} />
        </Specimen>
      ))}
      <Specimen of="Illustration" state="idle">
        <Illustration />
      </Specimen>
    </>
  );
}
