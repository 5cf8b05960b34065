import { attachmentUses, removeAttachments } from '#api/contract/attachment';
import { resourceEndpoints } from '#api/contract/resource-endpoints';
import { attachment } from '#api/contract/resources/attachment';
import * as contract from '#api/contract/upload';
import { mountForAdmin, mountForSignedIn } from '../http/mount.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { ServerPorts } from '../ports.ts';
import type { AttachmentService } from '../services/uploads/attachments.service.ts';
import { registerCloudFile } from '../services/uploads/cloud-callback.ts';
import { ownerOf } from '../services/uploads/owner.ts';
import type { UploadService } from '../services/uploads/upload.service.ts';

/** Storing files: the same calls for administrators and members. */
export function uploadRoutes(table: RouteTable, uploads: UploadService, ports: ServerPorts): void {
  for (const endpoint of [contract.uploadAsAdmin, contract.uploadAsMember]) {
    mountForSignedIn(table, endpoint, async (options, caller, body) => ({ file: await uploads.store(body, options, ownerOf(caller)) }));
  }
  for (const endpoint of [contract.findUploadAsAdmin, contract.findUploadAsMember]) {
    mountForSignedIn(table, endpoint, async ({ sha1, size, topic }, caller) => ({
      file: await uploads.find({ sha1, sizeBytes: Number(size), topic: topic ?? '' }, ownerOf(caller)),
    }));
  }
  for (const endpoint of [contract.cloudCallbackAsAdmin, contract.cloudCallbackAsMember]) {
    mountForSignedIn(table, endpoint, async (notice, caller) => ({ file: await registerCloudFile(notice, ownerOf(caller), ports) }));
  }
}

/** What stored files have beside the calls of every resource: where they are used, and a deletion that minds it. */
export function attachmentRoutes(table: RouteTable, attachments: AttachmentService): void {
  mountForAdmin(table, attachmentUses, async (asked, caller) => {
    const { list, hidden } = await attachments.uses('ids' in asked ? asked.ids : [asked.id], caller);
    return { list: [...list], hidden };
  });
  table.remove(resourceEndpoints(attachment).remove);
  mountForAdmin(table, removeAttachments, (request, caller) => attachments.remove(request, caller));
}
