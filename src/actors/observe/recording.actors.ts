import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { downloadProblemJournal } from '#api/contract/observe/problem';
import { recordingMachine } from '#machines/observe/recording.machine';

export interface RecordingPorts {
  readonly call: Call;
  /** Lets the browser save a file. */
  readonly saveFile: (name: string, content: Blob) => void;
}

/** One report's recording: its behaviour, and the file once it has come. */
export interface Recording {
  readonly logic: typeof recordingMachine;
  /** Empty before it was fetched. */
  readonly text: () => string;
}

/** A recording that nobody has asked for yet. Leaving it gives the call up. */
export function newRecording({ call, saveFile }: RecordingPorts): Recording {
  let file = { name: '', text: '' };
  const logic = recordingMachine.provide({
    actors: {
      fetch: fromPromise(async ({ input, signal }) => {
        const { name, blob } = await call(downloadProblemJournal, input, { signal, duplicates: 'allowed', quietErrors: true });
        file = { name, text: await blob.text() };
      }),
    },
    actions: { saveFile: () => saveFile(file.name, new Blob([file.text], { type: 'application/x-ndjson' })) },
  });
  return { logic, text: () => file.text };
}
