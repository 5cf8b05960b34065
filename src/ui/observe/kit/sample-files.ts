import { fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { uploadPlan, type UploadPlan } from '#domain/files/upload-plan';
import type { UploadBundle } from '#actors/files/upload.bundle';
import {
  uploadMachine,
  type ChosenFile,
  type FileTask,
  type Fingerprint,
  type PrintedTask,
  type UploadedFile,
  type UploadPhase,
} from '#machines/files/upload.machine';
import { uploadQueueMachine } from '#machines/files/upload-queue.machine';
import { uploadPickerMachine, type PickerPage, type PickerRequest } from '#machines/files/upload-picker.machine';
import { t } from '../../base/i18n.ts';

const MOST_BYTES = 1_000_000;
const STORED: UploadedFile = { url: '/samples/tea-green.svg', fullUrl: '/samples/tea-green.svg' };
const STORE = { url: '/', params: {}, saveName: '' };

const never = (): Promise<never> => new Promise<never>(() => {});
const offline = (): Promise<never> => Promise.reject(new FailureError({ kind: 'unreachable', online: false }));

/** Half of it is through, and so it stays. */
const halfway = ({ input: { owner, file } }: { readonly input: FileTask }): Promise<never> => {
  owner.send({ type: 'file.advanced', bytes: (file.sizeBytes ?? 0) / 2 });
  return never();
};
const print = () => Promise.resolve({ sha1: '', key: null });

/** A file that comes so far and no further. */
const fileUntil = (phase: UploadPhase) =>
  uploadMachine.provide({
    actors: {
      fingerprint: fromPromise<Fingerprint, FileTask>(phase === 'fingerprinting' ? halfway : print),
      findKnown: fromPromise<UploadedFile | null, PrintedTask>(phase === 'asking' ? never : () => Promise.resolve(null)),
      sendFile: fromPromise<UploadedFile, PrintedTask>(
        phase === 'sending' ? halfway : phase === 'failed' ? offline : () => Promise.resolve(STORED),
      ),
      registerFile: fromPromise<UploadedFile | null, PrintedTask>(phase === 'pausing' ? offline : never),
    },
    delays: { breath: 24 * 3600 * 1000 },
  });

/** Phases that a file is seen in, in their order. */
export const PHASES = ['fingerprinting', 'asking', 'sending', 'confirming', 'pausing', 'failed', 'refused', 'cancelled', 'done'] as const;
export type ShownPhase = (typeof PHASES)[number];

export const queueUntil = (phase: ShownPhase) => uploadQueueMachine.provide({ actors: { upload: fileUntil(phase) } });

/** What is chosen to come so far. */
export const chosenFor = (phase: ShownPhase): readonly ChosenFile[] => [
  { fileId: phase, name: t('dev.kit.sample.file'), sizeBytes: phase === 'refused' ? MOST_BYTES + 1 : MOST_BYTES, mimeType: 'image/png' },
];

export const planFor: UploadBundle['planFor'] = (wishes) =>
  uploadPlan({ mode: 'local', maxSizeBytes: MOST_BYTES, mimeTypes: ['png', 'svg', 'pdf'], saveName: '', url: '', params: {} }, wishes);

/** Of what comes so far: only a store's file is registered. */
export function planUntil(phase: ShownPhase): UploadPlan {
  const plan = planFor({ area: 'admin', picturesOnly: true });
  return phase === 'confirming' || phase === 'pausing' ? { ...plan, store: STORE } : plan;
}

const files = (): PickerPage => ({
  files: ['/samples/tea-green.svg', '/samples/cup.svg', '/samples/tea-black.svg'].map((url, index) => ({
    id: index + 1,
    url,
    name: url.slice('/samples/'.length),
  })),
  total: 20,
});

export type PickerState = 'filled' | 'loading' | 'empty' | 'failed';

const ANSWERS: Readonly<Record<PickerState, () => Promise<PickerPage>>> = {
  filled: () => Promise.resolve(files()),
  loading: never,
  empty: () => Promise.resolve({ files: [], total: 0 }),
  failed: offline,
};

/** What brings stored files, without anybody being asked for them. */
export const pickerOf = (state: PickerState) =>
  uploadPickerMachine.provide({ actors: { loadFiles: fromPromise<PickerPage, PickerRequest>(ANSWERS[state]) } });
