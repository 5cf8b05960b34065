import type { Call } from '#api/client';
import type { SiteConfig } from '#domain/app/site-config';
import { uploadPlan, type PlanWishes, type UploadPlan } from '#domain/files/upload-plan';
import type { attachmentUsesMachine } from '#machines/files/upload-uses.machine';
import type { pictureCropMachine } from '#machines/files/picture-crop.machine';
import type { uploadPickerMachine } from '#machines/files/upload-picker.machine';
import type { uploadQueueMachine } from '#machines/files/upload-queue.machine';
import { createFiles } from '../base/files.ts';
import type { AppPorts, FilesPort } from '../base/ports.ts';
import { pictureCropLogic } from './picture-crop.actors.ts';
import { printInWorker } from './sha1-worker.ts';
import { uploadQueueLogic } from './upload.actors.ts';
import { uploadPickerLogic } from './upload-picker.actors.ts';
import { attachmentUsesLogic } from './upload-uses.actors.ts';

/** What the views of uploads need, with effects bound. */
export interface UploadBundle {
  readonly queue: typeof uploadQueueMachine;
  readonly picker: typeof uploadPickerMachine;
  readonly uses: typeof attachmentUsesMachine;
  readonly crop: typeof pictureCropMachine;
  /** Keeps a chosen file and says how machines know it. */
  readonly keep: FilesPort['keep'];
  readonly forget: FilesPort['forget'];
  /** By the site's settings of this moment. */
  readonly planFor: (wishes: PlanWishes) => UploadPlan;
}

export interface UploadBundlePorts extends Pick<AppPorts, 'clock' | 'page'> {
  readonly call: Call;
  readonly site: () => SiteConfig;
}

/** Uploads with all they need; loaded with the first field that has them. */
export function uploadBundle({ call, clock, page, site }: UploadBundlePorts): UploadBundle {
  const files = createFiles(page.newKey);
  return {
    queue: uploadQueueLogic({ call, files, printFile: printInWorker, isOnline: page.isOnline, now: clock.now, newKey: page.newKey }),
    picker: uploadPickerLogic({ call }),
    uses: attachmentUsesLogic({ call }),
    crop: pictureCropLogic({ files }),
    keep: files.keep,
    forget: files.forget,
    planFor: (wishes) => uploadPlan(site().upload, wishes),
  };
}
