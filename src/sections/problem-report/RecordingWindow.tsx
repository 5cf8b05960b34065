import '#ui/kit/form-styles.ts';
import { Button, Modal } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { problemReport } from './problem-report.resource.ts';
import { selectIsLoaded, selectRecordingFailure, type RecordingRef } from '#machines/observe/recording.machine';
import { t } from '#ui/base/i18n.ts';
import { LazyJournal } from '#ui/observe/journal/lazy-journal.ts';
import type { RowWindowProps } from '#ui/kit/table/base/table-extras.ts';
import { titleOf } from '#ui/kit/table/base/table-shape.ts';
import { FailureText } from '#ui/kit/feedback/FailureText.tsx';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';
import classes from './problems.module.css';
import { useRecording } from './use-recording.ts';

/** The recording of a report, to be walked through moment by moment. */
export function RecordingWindow({ row, actor }: RowWindowProps) {
  const { recording, text } = useRecording(row.id, true);
  const isLoaded = useSelector(recording, selectIsLoaded);
  return (
    <Modal
      opened
      fullScreen
      onClose={() => actor.send({ type: 'rowWindow.closed' })}
      title={t('problem.recordingOf', { number: titleOf(problemReport, row) })}
      classNames={{ content: classes.window, body: classes.stage }}
      closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
    >
      {isLoaded ? (
        <>
          <div className={classes.bar}>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconDownload size={16} />}
              onClick={() => recording.send({ type: 'recording.saveRequested' })}
            >
              {t('problem.download')}
            </Button>
          </div>
          <div className={classes.player}>
            <Suspense fallback={<Waiting />}>
              <LazyJournal journal={text()} />
            </Suspense>
          </div>
        </>
      ) : (
        <Progress recording={recording} />
      )}
    </Modal>
  );
}

function Progress({ recording }: { readonly recording: RecordingRef }) {
  const failure = useSelector(recording, selectRecordingFailure);
  if (!failure) return <Waiting />;
  return (
    <div role="alert" className={classes.waiting}>
      <FailureText failure={failure} />
      <Button variant="default" size="compact-sm" onClick={() => recording.send({ type: 'recording.retried' })}>
        {t('common.action.retry')}
      </Button>
    </div>
  );
}

const Waiting = () => (
  <output className={classes.waiting}>
    <Spinner /> {t('common.state.loading')}
  </output>
);
