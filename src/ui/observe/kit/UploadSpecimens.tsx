import { useSelector } from '@xstate/react';
import { Suspense, useLayoutEffect, type ReactNode } from 'react';
import { selectFileIds, selectUpload } from '#machines/files/upload-queue.machine';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { LogicsContext, useLogics } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { AttachmentPicker } from '../../kit/files/AttachmentPicker.tsx';
import { UploadField } from '../../kit/files/UploadField.tsx';
import { UploadRow } from '../../kit/files/UploadRow.tsx';
import { kitBundles } from './kit-bundles.ts';
import { Opener } from './Opener.tsx';
import classes from './kit.module.css';
import { chosenFor, PHASES, planUntil, queueUntil, type PickerState, type ShownPhase } from './sample-files.ts';
import { Specimen } from './Specimen.tsx';

const ROOM = 9;
const room = (): number => ROOM;
const nothing = (): void => {};
const QUEUES = Object.fromEntries(PHASES.map((phase) => [phase, queueUntil(phase)])) as Readonly<
  Record<ShownPhase, ReturnType<typeof queueUntil>>
>;

/** One file that has come so far and no further. */
function Row({ phase }: { readonly phase: ShownPhase }) {
  const queue = useLeafActor(QUEUES[phase], { id: `kit:upload:${phase}` });
  const fileIds = useSelector(queue, selectFileIds);
  useLayoutEffect(() => {
    queue.send({ type: 'files.chosen', files: chosenFor(phase), plan: planUntil(phase), surplus: 0 });
    if (phase !== 'cancelled') return undefined;
    // The queue begins once all of the page stands, and with it its file.
    const begun = queue.subscribe((snapshot) => selectUpload(phase)(snapshot)?.send({ type: 'upload.cancelled' }));
    return () => begun.unsubscribe();
  }, [queue, phase]);
  return (
    <Specimen of="UploadRow" state={phase}>
      <ul className={classes.rows}>
        {fileIds.map((fileId) => (
          <UploadRow key={fileId} queue={queue} fileId={fileId} />
        ))}
      </ul>
    </Specimen>
  );
}

function Files({ state, children }: { readonly state: PickerState; readonly children: ReactNode }) {
  const logics = useLogics();
  return <LogicsContext value={{ ...logics, bundles: kitBundles(logics.bundles, state) }}>{children}</LogicsContext>;
}

function Picker({ state }: { readonly state: PickerState }) {
  const disclosure = useLeafActor(disclosureMachine, { id: `kit:attachmentPicker:${state}` });
  return (
    <Specimen of="AttachmentPicker" state={state}>
      <Opener onOpen={() => disclosure.send({ type: 'disclosure.opened' })} />
      <Files state={state}>
        <Suspense>
          <AttachmentPicker id={`kit:${state}`} disclosure={disclosure} picturesOnly onPicked={nothing} />
        </Suspense>
      </Files>
    </Specimen>
  );
}

/** Files on their way, and files that are there. */
export const UploadSpecimens = () => (
  <>
    {(['picture', 'file'] as const).map((accepts) => (
      <Specimen key={accepts} of="UploadField" state={accepts}>
        <Files state="filled">
          <UploadField id={`kit-${accepts}`} accepts={accepts} room={room} onStored={nothing} after="listed" hasPicker />
        </Files>
      </Specimen>
    ))}
    {PHASES.map((phase) => (
      <Row key={phase} phase={phase} />
    ))}
    {(['filled', 'loading', 'empty', 'failed'] as const).map((state) => (
      <Picker key={state} state={state} />
    ))}
  </>
);
