import { Alert, Button, Group, Loader, Skeleton, Stack } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconDownload, IconFileCode, IconRefresh } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import {
  selectEjectionOutcome,
  selectEjectionIsReading,
  selectEjectionIsShown,
  selectEjectionIsUnavailable,
  selectHasConflict,
  selectIsSame,
  type EjectionRef,
} from '#machines/designer/ejection.machine';
import { hasText, t, text } from '../../../base/i18n.ts';
import { newKey } from '../../../base/new-key.ts';
import { ReadFailed } from '../../../kit/feedback/ReadFailed.tsx';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { SourceFiles } from './SourceFiles.tsx';
import classes from './source.module.css';

interface EjectionProps {
  readonly ejection: EjectionRef;
}

interface PanelProps extends EjectionProps {
  /** Shows what the task says; left out for whoever has no terminal. */
  readonly openTerminal?: () => void;
}

/** What a section is as source, what becomes of what lies there, and the writing. */
export function SourcePanel({ ejection, openTerminal }: PanelProps) {
  const isReading = useSelector(ejection, selectEjectionIsReading);
  const isUnavailable = useSelector(ejection, selectEjectionIsUnavailable);
  const failure = useSelector(ejection, ({ context }) => context.failure);
  if (isReading) return <Skeleton height={240} radius="md" aria-label={t('designer.source.loading')} aria-busy />;
  if (isUnavailable)
    return (
      <ReadFailed
        level={3}
        title={t('designer.source.loadFailed')}
        failure={failure}
        onRetry={() => ejection.send({ type: 'source.retried' })}
      />
    );
  return (
    <Stack gap="md">
      <p className={classes.text}>{t('designer.source.text')}</p>
      <Outcome ejection={ejection} {...(openTerminal && { openTerminal })} />
      <SourceFiles ejection={ejection} />
      <Steps ejection={ejection} />
      <Doors ejection={ejection} />
    </Stack>
  );
}

/** Where the writing stands. */
function Outcome({ ejection, openTerminal }: PanelProps) {
  const place = useSelector(ejection, placeOf);
  const failure = useSelector(ejection, ({ context }) => context.failure);
  const said = useSelector(ejection, ({ context }) => context.said);
  switch (place) {
    case 'same':
      return <p className={classes.text}>{t('designer.source.same')}</p>;
    case 'toMerge':
      return (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
          {t('designer.source.toMerge')}
        </Alert>
      );
    case 'conflicted':
      return (
        <Alert color="orange" role="alert" icon={<IconAlertTriangle size={18} />} title={t('designer.source.conflicted')}>
          {t('designer.source.conflictedText')}
        </Alert>
      );
    case 'writing':
      return <Waiting {...(openTerminal && { openTerminal })} />;
    case 'written':
      return (
        <Alert color="green" icon={<IconCircleCheck size={18} />} title={t('designer.source.written')}>
          {t('designer.source.writtenText')}
        </Alert>
      );
    case 'failed':
      return (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={t('designer.source.failed')}>
          {failure && <FailureText failure={failure} />}
          {said.length > 0 && (
            <>
              <p className={classes.alertText}>{t('designer.source.failedText')}</p>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is long is scrolled by keys as well */}
              <pre className={classes.said} tabIndex={0} aria-label={t('designer.source.said')}>
                {said.join('\n')}
              </pre>
            </>
          )}
        </Alert>
      );
    case 'shown':
      return null;
    default:
      return place satisfies never;
  }
}

type Place = 'shown' | 'same' | 'toMerge' | 'conflicted' | 'writing' | 'written' | 'failed';

function placeOf(snapshot: ReturnType<EjectionRef['getSnapshot']>): Place {
  const outcome = selectEjectionOutcome(snapshot);
  if (outcome) return outcome;
  if (selectHasConflict(snapshot)) return 'toMerge';
  return selectIsSame(snapshot) ? 'same' : 'shown';
}

function Waiting({ openTerminal }: Pick<PanelProps, 'openTerminal'>) {
  return (
    <Alert color="jade" icon={<Loader size={18} />} title={t('designer.source.waiting')}>
      <p className={classes.alertText}>{t('designer.source.waitingText')}</p>
      {openTerminal && (
        <Button size="compact-sm" variant="default" mt={8} onClick={openTerminal}>
          {t('designer.source.terminal')}
        </Button>
      )}
    </Alert>
  );
}

/** A step in the words of the review, where it has some. */
function sentenceOf({ id, detail }: { readonly id: string; readonly detail: string }): string {
  const [kind = '', ...names] = id.split(':');
  const subject = names.at(-1) ?? '';
  const key = `designer.step.${kind.endsWith('Object') ? `${kind}.${names[0] ?? ''}` : kind}`;
  return text(hasText(key) ? key : 'designer.step.other', { kind, subject, detail });
}

/** What the next start does to the table. */
function Steps({ ejection }: EjectionProps) {
  const steps = useSelector(ejection, ({ context }) => context.source?.steps);
  if (!steps || steps.length === 0) return null;
  return (
    <section aria-label={t('designer.source.steps')}>
      <h3 className={classes.heading}>{t('designer.source.steps')}</h3>
      <ul className={classes.steps}>
        {steps.map((step) => (
          <li key={step.id} data-class={step.class}>
            {sentenceOf(step)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The ways to write it, or why there is none here. */
function Doors({ ejection }: EjectionProps) {
  const door = useSelector(ejection, ({ context }) => context.source?.door ?? 'open');
  const folder = useSelector(ejection, ({ context }) => context.source?.folder ?? '');
  const hasConflict = useSelector(ejection, selectHasConflict);
  const canWrite = useSelector(ejection, (snapshot) => snapshot.can(wish(false)));
  const canResolve = useSelector(ejection, (snapshot) => snapshot.can(wish(true)) && !selectEjectionIsShown(snapshot));
  const canSave = useSelector(ejection, (snapshot) => snapshot.can({ type: 'patch.saved' }));
  const canRetry = useSelector(ejection, (snapshot) => !snapshot.hasTag('busy'));
  const write = (isResolved: boolean) => ejection.send({ ...wish(isResolved), uuid: newKey(), createTimeMs: Date.now() });
  return (
    <>
      {door !== 'open' && (
        <Alert color="gray" icon={<IconAlertCircle size={18} />}>
          <p className={classes.alertText}>{t(`designer.source.${door}`)}</p>
          <code className={classes.command}>npm run section:eject -- {folder.split('/').at(-1)} --from &lt;design.json&gt;</code>
        </Alert>
      )}
      <Group gap="xs">
        {canResolve && (
          <Button leftSection={<IconFileCode size={16} aria-hidden />} onClick={() => write(true)}>
            {t('designer.source.resolve')}
          </Button>
        )}
        {canWrite && (
          <Button
            variant={canResolve ? 'default' : 'filled'}
            leftSection={<IconFileCode size={16} aria-hidden />}
            onClick={() => write(false)}
          >
            {t(`designer.source.${hasConflict ? 'layPatches' : 'write'}`)}
          </Button>
        )}
        {canSave && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => ejection.send({ type: 'patch.saved' })}
          >
            {t('designer.source.patch')}
          </Button>
        )}
        {canRetry && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => ejection.send({ type: 'source.retried' })}
          >
            {t('designer.source.retry')}
          </Button>
        )}
      </Group>
    </>
  );
}

const wish = (isResolved: boolean) => ({ type: 'writing.requested', uuid: '', createTimeMs: 0, isResolved }) as const;
