import { chatCallsOf } from '#api/contract/chat/chat';
import { ATTACHED_PICTURE_BYTES, attachmentKindOf } from '#domain/chat/attachment';
import type { HeldAttachment } from '#machines/chat/attachments.machine';
import type { FilesPort } from '../base/ports.ts';
import type { ChatCalls } from './chat-calls.ts';
import { smallerPicture } from './smaller-picture.ts';

interface Ports {
  readonly calls: Pick<ChatCalls, 'call' | 'area'>;
  readonly files: Pick<FilesPort, 'read' | 'forget'>;
}

/** Sends a file as it was chosen; a picture that is too large for some provider is made smaller first. @returns what the server calls it */
export async function sendAttachment({ calls: { call, area }, files }: Ports, fileId: string, signal: AbortSignal): Promise<string> {
  const chosen = files.read(fileId);
  const isLarge = attachmentKindOf(chosen.name) === 'picture' && chosen.size > ATTACHED_PICTURE_BYTES;
  const file = isLarge ? await smallerPicture(chosen) : chosen;
  return (await call(chatCallsOf(area).attach, {}, { file, signal, quietErrors: true, duplicates: 'allowed' })).uuid;
}

/** Lets go of files, and takes those that nobody has sent from the server again. */
export function dropAttachments({ calls: { call, area }, files }: Ports, dropped: readonly HeldAttachment[], isSent: boolean): void {
  for (const { fileId, uuid } of dropped) {
    files.forget(fileId);
    // What stays there by a mishap goes in a day.
    if (uuid !== null && !isSent) void call(chatCallsOf(area).detach, { attachment: uuid }, { quietErrors: true }).catch(() => undefined);
  }
}
