import { attachmentUses, removeAttachments } from '#api/contract/files/attachment';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { attachment } from '#api/contract/resources/attachment';
import * as contract from '#api/contract/files/upload';
import { mountForAdmin, mountForSignedIn } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { AttachmentService } from './attachments.service.ts';
import { registerCloudFile } from './cloud-callback.ts';
import { ownerOf } from './owner.ts';
import type { UploadService } from './upload.service.ts';

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
