import {
  ATTACHED_PICTURE_BYTES,
  ATTACHED_SUFFIXES,
  ATTACHED_TEXT_BYTES,
  ATTACHED_TEXT_LENGTH,
  attachmentKindOf,
} from '#domain/chat/attachment';
import { fileSizeInWords } from '#domain/base/file-size';
import { rejection } from '#domain/base/failure';
import type { Insertable } from 'kysely';
import type { ChatAttachmentTable } from '../../../db/tables/chat-tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { ReceivedFile, UploadBody } from '../../../ports/upload-ports.ts';
import { shownName } from '../../files/file-name.ts';
import { checkedType, checkFileName, checkPicture, checkPictureSize } from '../../files/file-types.ts';

/** What a file says of itself, once its bytes are on the disk for good. */
export type KeptAttachment = Pick<
  Insertable<ChatAttachmentTable>,
  'name' | 'kind' | 'mime_type' | 'size' | 'width' | 'height' | 'file_id' | 'text'
>;

const nameFor = (sent: string): string => {
  const name = shownName(sent);
  checkFileName(name, ATTACHED_SUFFIXES);
  return name;
};

/**
 * Takes a picture or a text from the body of a request. Its size is judged before its bytes are looked at, and these before they are kept.
 * @throws the refusal; nothing is left then
 */
export async function receiveAttachment(files: ServerPorts['files'], body: UploadBody, leftBytes: number): Promise<KeptAttachment> {
  const received = await files.receive(body, { maxSizeBytes: ATTACHED_PICTURE_BYTES, nameFor });
  try {
    const { name, sizeBytes } = received;
    const isPicture = attachmentKindOf(name) === 'picture';
    const maxBytes = isPicture ? ATTACHED_PICTURE_BYTES : ATTACHED_TEXT_BYTES;
    if (received.isTooLarge || sizeBytes > maxBytes)
      throw rejection('refusals.chat.fileTooLarge', { max: fileSizeInWords(maxBytes) ?? '' });
    if (sizeBytes === 0) throw rejection('refusals.chat.fileEmpty');
    if (sizeBytes > leftBytes) throw rejection('refusals.chat.filesFull');
    const mimeType = checkedType(name, received, ATTACHED_SUFFIXES);
    checkPicture(name, received);
    checkPictureSize(received);
    return await keep(files, received, { isPicture, mimeType });
  } finally {
    await received.discard();
  }
}

async function keep(
  files: ServerPorts['files'],
  received: ReceivedFile,
  { isPicture, mimeType }: { readonly isPicture: boolean; readonly mimeType: string },
): Promise<KeptAttachment> {
  const { name, sizeBytes: size, picture } = received;
  const fileId = await received.keep();
  try {
    const text = isPicture ? null : await textIn(files, fileId);
    const facts = { name, mime_type: mimeType, size, file_id: fileId, width: picture?.widthPx ?? 0, height: picture?.heightPx ?? 0 };
    return { ...facts, kind: isPicture ? 'picture' : 'text', text };
  } catch (error) {
    await files.remove(fileId);
    throw error;
  }
}

/** What a text says, in the two ways that texts are written here. @throws the refusal where it is none, or says too much */
async function textIn(files: ServerPorts['files'], fileId: string): Promise<string> {
  const bytes = await attachmentBytes(files, fileId);
  // No database takes the character of nought.
  const text = (decoded(bytes ?? new Uint8Array(), 'utf-8') ?? decoded(bytes ?? new Uint8Array(), 'gb18030'))?.replaceAll('\u0000', '');
  if (text === undefined) throw rejection('refusals.upload.typeNotAllowed');
  if (text.trim() === '') throw rejection('refusals.chat.fileEmpty');
  if (text.length > ATTACHED_TEXT_LENGTH) throw rejection('refusals.chat.attachedTooLong', { count: ATTACHED_TEXT_LENGTH });
  return text;
}

function decoded(bytes: Uint8Array, encoding: 'utf-8' | 'gb18030'): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** All bytes of a file that was measured when it came; null where it is gone. */
export async function attachmentBytes(files: ServerPorts['files'], fileId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const stream = await files.read(fileId);
  return stream ? new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer()) : null;
}
