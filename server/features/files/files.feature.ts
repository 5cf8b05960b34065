import { attachmentUses } from '#api/contract/files/attachment';
import { listOwnFiles, removeOwnFile } from '#api/contract/files/own-files';
import * as contract from '#api/contract/files/upload';
import { mountForAdmin, mountForMember, mountForSignedIn } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { createAttachmentService } from './attachments.service.ts';
import { registerCloudFile } from './cloud-callback.ts';
import { handleRemovals, memberFiles } from './erase-member-files.ts';
import { handleCloudReleases } from './release-files.ts';
import { signMemberForm } from './member-forms.ts';
import { optionsFor, ownerOf, signedIn } from './owner.ts';
import { createOwnFiles } from './own-files.service.ts';
import { createUploadService } from './upload.service.ts';

/** Storing files, by the same calls for administrators and members, and where stored ones are used. */
export function mountFiles({
  table,
  resources,
  ports,
  memberData,
}: Pick<FeatureContext, 'table' | 'resources' | 'ports' | 'memberData'>): void {
  handleCloudReleases(ports);
  handleRemovals(ports);
  memberData.add(memberFiles(ports));
  const uploads = createUploadService(ports);
  for (const endpoint of [contract.uploadAsAdmin, contract.uploadAsMember]) {
    mountForSignedIn(table, endpoint, async (options, caller, body) => ({
      file: await uploads.store(body, optionsFor(caller, options), signedIn(caller)),
    }));
  }
  for (const endpoint of [contract.findUploadAsAdmin, contract.findUploadAsMember]) {
    mountForSignedIn(table, endpoint, async ({ sha1, size, topic, forceLocal = 0 }, caller) => ({
      file: await uploads.find({ sha1, sizeBytes: Number(size), topic: topic ?? '', isLocal: Number(forceLocal) === 1 }, ownerOf(caller)),
    }));
  }
  for (const endpoint of [contract.cloudCallbackAsAdmin, contract.cloudCallbackAsMember]) {
    mountForSignedIn(table, endpoint, async (notice, caller) => ({ file: await registerCloudFile(notice, signedIn(caller), ports) }));
  }

  mountForMember(table, contract.askUploadForm, (file, caller) => signMemberForm(ports, file, caller));

  const ownFiles = createOwnFiles(ports);
  mountForMember(table, listOwnFiles, (query, caller) => ownFiles.list(caller, query));
  mountForMember(table, removeOwnFile, async ({ id }, caller) => {
    await ownFiles.remove(caller, id);
    return null;
  });

  if (!resources.get('attachment')) return;
  const attachments = createAttachmentService(ports, resources);
  mountForAdmin(table, attachmentUses, async (asked, caller) => {
    const { list, ...counts } = await attachments.uses('ids' in asked ? asked.ids : [asked.id], caller);
    return { list: [...list], ...counts };
  });
}
