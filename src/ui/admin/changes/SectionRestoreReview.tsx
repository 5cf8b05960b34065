import { Button, Checkbox, Group, PasswordInput, Radio, Stack } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { fieldRefusal } from '#domain/base/failure';
import { RESTORE_MODES, rowsToRestore, type RestoreReport } from '#domain/changes/section-restore';
import { Secret } from '#domain/base/secret';
import {
  selectIsAgreed,
  selectMayRestoreSection,
  selectSectionRestoreFailure,
  selectRestoreMode,
  selectRestoreReport,
  selectRestoreSection,
} from '#machines/changes/section-restore.machine';
import { selectSectionRestoreIsStarting } from '#machines/changes/section-restore.selectors';
import { t } from '../../base/i18n.ts';
import { changedSectionLabel } from '../../kit/changes/change-words.ts';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import type { RestorePartProps } from './RestoreTrouble.tsx';
import { typedIn } from '../../kit/form/typed-in.ts';
import classes from './section-restore.module.css';

/** What would come back, in which mode, and the word and the password that let it. */
export function SectionRestoreReview({ restore }: RestorePartProps) {
  const section = useSelector(restore, selectRestoreSection) ?? '';
  const report = useSelector(restore, selectRestoreReport);
  const mode = useSelector(restore, selectRestoreMode);
  const failure = useSelector(restore, selectSectionRestoreFailure);
  const mayRestore = useSelector(restore, selectMayRestoreSection);
  const isStarting = useSelector(restore, selectSectionRestoreIsStarting);
  if (!report) return null;
  const atPassword = fieldRefusal(failure, 'password');
  const hasAny = report.missing + report.changed > 0;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    restore.send({ type: 'restore.confirmed', password: new Secret(typedIn(event.currentTarget, 'password')) });
  };
  return (
    <form className={classes.step} noValidate onSubmit={submit} aria-busy={isStarting}>
      <Found report={report} section={section} />
      {hasAny ? (
        <>
          <Modes restore={restore} report={report} />
          <Columns restore={restore} report={report} />
          <p className={classes.lead}>{t('system.restore.consent', { count: rowsToRestore(report, mode) })}</p>
          <PasswordInput
            name="password"
            label={t('system.restore.password')}
            error={atPassword}
            errorProps={{ role: 'alert' }}
            aria-invalid={Boolean(atPassword)}
            autoComplete="current-password"
            readOnly={isStarting}
            visibilityToggleButtonProps={{ 'aria-label': t('system.restore.showPassword') }}
          />
        </>
      ) : (
        <p className={classes.lead}>{t('system.restore.nothing')}</p>
      )}
      {failure && !atPassword && <FailureLine text={t('system.restore.startFailed')} failure={failure} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={isStarting} onClick={() => restore.send({ type: 'restore.backRequested' })}>
          {t('system.restore.back')}
        </Button>
        {hasAny && (
          <Button type="submit" color="red" loading={isStarting} disabled={!mayRestore}>
            {t('system.restore.restore')}
          </Button>
        )}
      </Group>
    </form>
  );
}

/** The backup beside today, as counts with some of their records. */
function Found({ report, section }: { readonly report: RestoreReport; readonly section: string }) {
  const { inBackup, missing, changed, same, newer, examples, absent } = report;
  const facts = [
    ['missing', missing, examples.missing],
    ['changed', changed, examples.changed],
    ['same', same, []],
    ['newer', newer, []],
  ] as const;
  return (
    <>
      <p className={classes.lead}>{t('system.restore.found', { section: changedSectionLabel(section), count: inBackup })}</p>
      <dl className={classes.counts}>
        {facts.map(([name, count, some]) => (
          <div key={name}>
            <dt>{t(`system.restore.counts.${name}`)}</dt>
            <dd>{count}</dd>
            {some.length > 0 && <dd className={classes.examples}>{[...some, ...(count > some.length ? ['…'] : [])].join(', ')}</dd>}
          </div>
        ))}
      </dl>
      {absent.map(({ section: of, count }) => (
        <p key={of} role="note" className={classes.note}>
          {t('system.restore.absent', { section: changedSectionLabel(of), count })}
        </p>
      ))}
    </>
  );
}

function Modes({ restore, report }: RestorePartProps & { readonly report: RestoreReport }) {
  const mode = useSelector(restore, selectRestoreMode);
  return (
    <Radio.Group
      label={t('system.restore.mode')}
      value={mode}
      onChange={(one) => restore.send({ type: 'mode.chosen', mode: one === 'changed' ? 'changed' : 'missing' })}
    >
      <Stack gap={8} mt={8}>
        {RESTORE_MODES.map((one) => (
          <Radio
            key={one}
            value={one}
            label={t(`system.restore.modes.${one}`, { count: rowsToRestore(report, one) })}
            description={t(`system.restore.modeHints.${one}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Columns that only one of both has. What the backup alone has is left out, and that has to be agreed to. */
function Columns({ restore, report: { left, fresh } }: RestorePartProps & { readonly report: RestoreReport }) {
  const isAgreed = useSelector(restore, selectIsAgreed);
  return (
    <>
      {fresh.length > 0 && <p className={classes.lead}>{t('system.restore.fresh', { names: fresh.join(', ') })}</p>}
      {left.length > 0 && (
        <Checkbox
          label={t('system.restore.left', { names: left.join(', ') })}
          checked={isAgreed}
          onChange={(event) => restore.send({ type: 'columns.agreed', isAgreed: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
