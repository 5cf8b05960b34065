import { useMemo } from 'react';
import type { RecordingRef } from '#machines/observe/recording.machine';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';

/** The recording of one report, and its text once it has come. Stands inside a `Suspense`. */
export function useRecording(id: number, isShown: boolean): { readonly recording: RecordingRef; readonly text: () => string } {
  const { newRecording } = useBundle('rowWindows');
  const { logic, text } = useMemo(() => newRecording(), [newRecording]);
  return { recording: useLeafActor(logic, { id: 'recording', input: { id, isShown } }), text };
}
