import { fromPromise } from 'xstate';
import type { CallOptions, Call } from '#api/client';
import { sendToStore } from '#api/cloud-upload';
import { adminInit, frontInit } from '#api/contract/session/session';
import {
  askUploadForm,
  cloudCallbackAsAdmin,
  cloudCallbackAsMember,
  findUploadAsAdmin,
  findUploadAsMember,
  uploadAsAdmin,
  uploadAsMember,
} from '#api/contract/files/upload';
import type { Area } from '#domain/base/area';
import { FailureError, type Failure } from '#domain/base/failure';
import { distinctTemplate, saveName } from '#domain/files/save-name';
import type { SharedForm } from '#domain/files/upload-plan';
import { uploadMachine, type FileTask, type PrintedTask, type UploadedFile } from '#machines/files/upload.machine';
import { uploadQueueMachine } from '#machines/files/upload-queue.machine';
import type { FilesPort, PrintFile } from '../base/ports.ts';

export interface UploadPorts {
  readonly call: Call;
  readonly files: FilesPort;
  readonly printFile: PrintFile;
  readonly isOnline: () => boolean;
  /** The time here and now, by which a file in the store is named. */
  readonly now: () => number;
  /** At least 32 random letters and digits. */
  readonly newKey: () => string;
}

const ENDPOINTS = {
  admin: { upload: uploadAsAdmin, find: findUploadAsAdmin, register: cloudCallbackAsAdmin },
  member: { upload: uploadAsMember, find: findUploadAsMember, register: cloudCallbackAsMember },
} as const;

/** A store turns a form down whose proof is too old; a page may be older than that. */
const FORM_REFUSED = 403;

const nameOf = ({ file }: FileTask): string => file.name ?? '';
const storedAs = ({ url, full_url }: { readonly url: string; readonly full_url: string }): UploadedFile => ({
  url,
  fullUrl: full_url || url,
});
/** The row shows what happened to its file; nothing else does. */
const options = (signal: AbortSignal): CallOptions => ({ signal, quiet: true, quietErrors: false, duplicates: 'allowed' });

const advance =
  ({ owner }: FileTask) =>
  (bytes: number): void =>
    owner.send({ type: 'file.advanced', bytes });

/** Uploads with their effects. Source: specification §7, §9 "Upload"; wire protocol §6. */
export const uploadQueueLogic = (ports: UploadPorts): typeof uploadQueueMachine =>
  uploadQueueMachine.provide({
    actors: { upload: uploadLogic(ports) },
    actions: { clearFile: (_, { fileId }) => ports.files.forget(fileId) },
  });

export const uploadLogic = (ports: UploadPorts): typeof uploadMachine => {
  const { call, files, printFile, now, newKey } = ports;
  return uploadMachine.provide({
    actors: {
      fingerprint: fromPromise(async ({ input, signal }) => {
        const sha1 = await printFile(files.read(input.file.fileId), { signal, onRead: advance(input) });
        const { store } = input.plan;
        const isNamedHere = store !== null && store !== 'asked';
        return {
          sha1,
          key: isNamedHere ? keyOf(store.saveName, { name: nameOf(input), sha1, time: timeAt(now()), random: newKey() }) : null,
        };
      }),
      findKnown: fromPromise(async ({ input, signal }) => {
        const { print, plan, file } = input;
        const question = { sha1: print.sha1, size: file.sizeBytes ?? 0, name: nameOf(input), ...(plan.forceLocal && { forceLocal: 1 }) };
        try {
          const known = await call(ENDPOINTS[plan.area].find, question, options(signal));
          return known.file && storedAs(known.file);
        } catch (error) {
          if (error instanceof FailureError && isUnknownCall(error.failure)) return null;
          throw error;
        }
      }),
      sendFile: fromPromise(({ input, signal }) => {
        const sent = { file: files.read(input.file.fileId), onSent: advance(input) };
        const { store } = input.plan;
        if (store === null) return toServer(input, { ...sent, ...options(signal) });
        return store === 'asked' ? byAskedForm(input, { ...sent, signal }) : toStore(input, store, { ...sent, signal });
      }),
      registerFile: fromPromise(async ({ input, signal }) => {
        const { print, plan, file, stored } = input;
        const notice = {
          url: stored?.url ?? '',
          name: nameOf(input),
          size: file.sizeBytes ?? 0,
          type: file.mimeType,
          sha1: print.sha1,
        };
        const reply = await call(ENDPOINTS[plan.area].register, notice, options(signal));
        return reply?.file ? storedAs(reply.file) : null;
      }),
    },
  });

  async function toServer({ plan }: PrintedTask, sent: CallOptions): Promise<UploadedFile> {
    const { file } = await call(ENDPOINTS[plan.area].upload, { forceLocal: plan.forceLocal ? 1 : 0 }, sent);
    return storedAs(file);
  }

  async function toStore({ print, plan }: PrintedTask, { url, params, cdn }: SharedForm, sent: Sent): Promise<UploadedFile> {
    const key = print.key ?? '';
    const form = { url, key, params, isOnline: ports.isOnline, ...sent };
    try {
      await sendToStore(form);
    } catch (error) {
      const isRefused = error instanceof FailureError && error.failure.kind === 'http' && error.failure.status === FORM_REFUSED;
      if (!isRefused) throw error;
      await sendToStore({ ...form, params: await freshParams(plan.area, sent.signal) });
    }
    return inStore(key, cdn);
  }

  /** The form is as young as can be, and the server gives the same file the same name again. */
  async function byAskedForm({ print, file, ...task }: PrintedTask, sent: Sent): Promise<UploadedFile> {
    const about = { name: nameOf({ ...task, file }), size: file.sizeBytes ?? 0, sha1: print.sha1 };
    const form = await call(askUploadForm, about, options(sent.signal));
    await sendToStore({ ...form, isOnline: ports.isOnline, ...sent });
    return inStore(form.key);
  }

  async function freshParams(area: Area, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    const upload =
      area === 'admin'
        ? (await call(adminInit, {}, options(signal))).siteConfig.upload
        : (await call(frontInit, {}, options(signal))).site.upload;
    return upload.params ?? {};
  }
};

interface Sent {
  readonly file: File;
  readonly onSent: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** @param cdn what stands in front of the store; else this site leads there */
const inStore = (key: string, cdn = ''): UploadedFile => ({ url: `/${key}`, fullUrl: `${cdn.replace(/\/+$/u, '')}/${key}` });

/** Servers that do not know the question refuse it in one of these ways. */
const isUnknownCall = (failure: Failure): boolean =>
  failure.kind === 'malformed' || failure.kind === 'http' || (failure.kind === 'rejected' && failure.code === 0 && !failure.target);

const keyOf = (template: string, facts: Parameters<typeof saveName>[1]): string =>
  saveName(distinctTemplate(template), facts).replace(/^\/+/u, '');

function timeAt(nowMs: number): Parameters<typeof saveName>[1]['time'] {
  const at = new Date(nowMs);
  return {
    year: at.getFullYear(),
    month: at.getMonth() + 1,
    day: at.getDate(),
    hour: at.getHours(),
    minute: at.getMinutes(),
    second: at.getSeconds(),
  };
}
