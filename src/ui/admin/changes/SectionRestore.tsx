import '../../kit/form-styles.ts';
import { Button, Group, Modal, Select } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { findResource } from '#actors/base/resource-book';
import {
  selectSectionRestoreFailure,
  selectRestoreProgress,
  selectRestoreSection,
  selectRestoreSections,
  selectRestoreStep,
} from '#machines/changes/section-restore.machine';
import { selectSectionRestoreIsAsking } from '#machines/changes/section-restore.selectors';
import { t } from '../../base/i18n.ts';
import { changedSectionLabel } from '../../kit/changes/change-words.ts';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import { Spinner } from '../../kit/feedback/Spinner.tsx';
import { RestoreOutcome } from './RestoreOutcome.tsx';
import { SectionRestoreReview } from './SectionRestoreReview.tsx';
import { RestoreTrouble, type RestorePartProps } from './RestoreTrouble.tsx';
import { useSectionTitle } from './section-title.ts';
import classes from './section-restore.module.css';

/** The window in which one section comes back from a backup. @param when the backup was made, in words */
export function SectionRestoreWindow({ restore, when }: RestorePartProps & { readonly when: string }) {
  const isOpen = useSelector(restore, (snapshot) => snapshot.hasTag('open'));
  return (
    <Modal
      opened={isOpen}
      onClose={() => restore.send({ type: 'restore.closed' })}
      title={t('system.restore.title')}
      size={560}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      {isOpen && <Steps restore={restore} when={when} />}
    </Modal>
  );
}

function Steps({ restore, when }: RestorePartProps & { readonly when: string }) {
  const step = useSelector(restore, selectRestoreStep);
  if (step === 'loading') return <Busy text={t('system.restore.loading')} />;
  if (step === 'unavailable') return <Unavailable restore={restore} />;
  if (step === 'choosing' || step === 'asking') return <Choice restore={restore} when={when} />;
  if (step === 'looking') return <Looking restore={restore} />;
  if (step === 'shown' || step === 'starting') return <SectionRestoreReview restore={restore} />;
  if (step === 'restoring') return <Restoring restore={restore} />;
  return <RestoreOutcome restore={restore} />;
}

const Busy = ({ text }: { readonly text: string }) => (
  <output className={classes.busy}>
    <Spinner /> {text}
  </output>
);

function Unavailable({ restore }: RestorePartProps) {
  const failure = useSelector(restore, selectSectionRestoreFailure);
  return (
    failure && (
      <FailureLine text={t('system.restore.loadFailed')} failure={failure} onRetry={() => restore.send({ type: 'restore.retried' })} />
    )
  );
}

function Choice({ restore, when }: RestorePartProps & { readonly when: string }) {
  const sections = useSelector(restore, selectRestoreSections);
  const section = useSelector(restore, selectRestoreSection);
  const failure = useSelector(restore, selectSectionRestoreFailure);
  const isAsking = useSelector(restore, selectSectionRestoreIsAsking);
  const titleIn = useSectionTitle();
  const titleOf = (name: string): string => {
    const resource = findResource(name);
    return resource ? titleIn(resource) : name;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    restore.send({ type: 'look.requested' });
  };
  return (
    <form className={classes.step} noValidate onSubmit={submit} aria-busy={isAsking}>
      <p className={classes.lead}>{t('system.restore.lead', { when })}</p>
      <RestoreTrouble restore={restore} />
      {failure && <FailureLine text={t('system.restore.lookFailed')} failure={failure} />}
      <Select
        label={t('system.restore.section')}
        description={t('system.restore.sectionHint')}
        placeholder={t('system.restore.choose')}
        data={sections.map((value) => ({ value, label: titleOf(value) })).sort((a, b) => a.label.localeCompare(b.label))}
        value={section}
        searchable
        selectFirstOptionOnChange
        readOnly={isAsking}
        nothingFoundMessage={t('system.restore.noSection')}
        onChange={(value) => restore.send({ type: 'section.chosen', section: value })}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => restore.send({ type: 'restore.closed' })}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" disabled={section === null} loading={isAsking}>
          {t('system.restore.look')}
        </Button>
      </Group>
    </form>
  );
}

function Looking({ restore }: RestorePartProps) {
  const section = useSelector(restore, selectRestoreSection) ?? '';
  return (
    <div className={classes.step}>
      <Busy text={t('system.restore.looking', { section: changedSectionLabel(section) })} />
      <Unheard restore={restore} />
      <CloseButton restore={restore} />
    </div>
  );
}

function Unheard({ restore }: RestorePartProps) {
  const failure = useSelector(restore, selectSectionRestoreFailure);
  return failure && <FailureLine text={t('system.restore.unheard')} failure={failure} />;
}

const CloseButton = ({ restore }: RestorePartProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={() => restore.send({ type: 'restore.closed' })}>
      {t('common.action.close')}
    </Button>
  </Group>
);

function Restoring({ restore }: RestorePartProps) {
  const section = useSelector(restore, selectRestoreSection) ?? '';
  const progress = useSelector(restore, selectRestoreProgress);
  const words = t('system.restore.restoring', { section: changedSectionLabel(section) });
  return (
    <div className={classes.step}>
      <Busy text={words} />
      {progress && (
        <span className={classes.progress}>
          <progress value={progress.done} max={progress.total} aria-label={words} />
          {t('system.restore.progress', { done: progress.done, total: progress.total })}
        </span>
      )}
      <p className={classes.lead}>{t('system.restore.goesOn')}</p>
      <Unheard restore={restore} />
      <CloseButton restore={restore} />
    </div>
  );
}
