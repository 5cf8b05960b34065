import '#ui/kit/form-styles.ts';
import { Group, Modal, Text } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import {
  selectKeptRun,
  selectKeptRunFailure,
  selectKeptRunStage,
  selectLineCount,
  type KeptRunRef,
} from '#machines/terminal/kept-run.machine';
import { OutputView } from '#ui/admin/terminal/OutputView.tsx';
import { text, t } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { FailureLine } from '#ui/kit/feedback/FailureLine.tsx';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';
import { useIsPhone } from '#ui/kit/use-is-phone.ts';
import { RunFacts } from './RunFacts.tsx';
import { RunTools } from './RunTools.tsx';
import classes from './run.module.css';

interface RunWindowProps {
  readonly id: number | null;
  readonly uuid: string | null;
  readonly onClose: () => void;
}

/** One run: who ran what, how it ended, and what it said; one that goes on is followed. */
export function RunWindow({ id, uuid, onClose }: RunWindowProps) {
  const { newKeptRun } = useBundle('rowWindows');
  const desk = useMemo(() => newKeptRun(), [newKeptRun]);
  const leaf = useLeafActor(desk.logic, { id: 'keptRun', input: { id, uuid } });
  const run = useSelector(leaf, selectKeptRun);
  const count = useSelector(leaf, selectLineCount);
  const stage = useSelector(leaf, selectKeptRunStage);
  return (
    <Modal
      opened
      onClose={onClose}
      title={text('resources.terminalRun.run.title', { id: run?.id ?? id ?? '' })}
      size={920}
      fullScreen={useIsPhone()}
      closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
    >
      {run && <RunFacts run={run} />}
      {run && <RunTools run={run} desk={desk} hasOutput={count > 0 && (stage === 'whole' || stage === 'following')} onLeave={onClose} />}
      {run && count > 0 && (
        <div className={classes.output}>
          <OutputView name={`kept:${run.uuid}`} command={run.command} lines={desk.lines()} count={count} />
        </div>
      )}
      <Progress leaf={leaf} />
    </Modal>
  );
}

/** What is still on its way, for everybody to hear; what did not come, with the way to try again. */
function Progress({ leaf }: { readonly leaf: KeptRunRef }) {
  const failure = useSelector(leaf, selectKeptRunFailure);
  const state = useSelector(leaf, selectKeptRunStage);
  const hasRun = useSelector(leaf, ({ context }) => context.run !== null);
  if (failure) {
    const words = text(`resources.terminalRun.run.${hasRun ? 'broken' : 'failed'}`);
    return <FailureLine text={words} failure={failure} onRetry={() => leaf.send({ type: 'keptRun.retried' })} />;
  }
  const isBusy = state === 'loading' || state === 'reading' || state === 'following';
  return (
    <output className={classes.progress} aria-busy={state === 'loading' || state === 'reading'}>
      {isBusy && (
        <Group gap="sm">
          <Spinner />
          <Text size="sm">{text(`resources.terminalRun.run.${state}`)}</Text>
        </Group>
      )}
      {state === 'noOutput' && <Text size="sm">{text('resources.terminalRun.run.noOutput')}</Text>}
    </output>
  );
}
