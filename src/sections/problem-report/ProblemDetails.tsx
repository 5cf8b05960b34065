import '#ui/kit/form-styles.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { problemReport } from './problem-report.resource.ts';
import { isPermitted } from '#domain/rights/permission';
import { findRow } from '#domain/table/row';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { selectRows } from '#machines/table/collection.selectors';
import { selectRecordingFailure } from '#machines/observe/recording.machine';
import { t } from '#ui/base/i18n.ts';
import type { DetailsProps } from '#ui/kit/table/base/table-extras.ts';
import { FailureText } from '#ui/kit/feedback/FailureText.tsx';
import { RecordFacts } from '#ui/kit/cells/RecordFacts.tsx';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';
import { useShell } from '#ui/base/shell-context.ts';
import classes from './problems.module.css';
import { useRecording } from './use-recording.ts';

/** Who reads or plays the recording of a report needs this. */
const DOWNLOAD_NODE = 'routine/problemReport/download';

const FACTS = [
  'status', 'createTime', 'who', 'reporter', 'page', 'faultPath', 'faultError', 'app', 'build', 'language', 'userAgent', 'network', 'entries',
  'sizeBytes', 'note',
] as const; // prettier-ignore

/** One report: what was written, where and with what, what failed, and the recording as a file for whoever may have it. */
export function ProblemDetails({ id, collection }: DetailsProps) {
  const row = findRow(useSelector(collection, selectRows), id);
  const facts = useSelector(useShell(), permissionFacts, (a, b) => a.urls === b.urls);
  if (!row) return null;
  const sentence = scalarText(row['sentence']);
  return (
    <>
      <p className={sentence === '' ? classes.wordless : classes.sentence}>{sentence || t('problem.wordless')}</p>
      <RecordFacts resource={problemReport} record={row} fields={FACTS} />
      {isPermitted(DOWNLOAD_NODE, facts) && <Download id={id} />}
    </>
  );
}

function Download({ id }: { readonly id: number }) {
  const { recording } = useRecording(id, false);
  const isBusy = useSelector(recording, selectIsBusy);
  const failure = useSelector(recording, selectRecordingFailure);
  return (
    <div className={classes.download}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={isBusy}
        onClick={() => recording.send({ type: 'recording.saveRequested' })}
      >
        {t('problem.download')}
      </Button>
      {failure && (
        <span role="alert" className={classes.failed}>
          <FailureText failure={failure} />
        </span>
      )}
    </div>
  );
}
