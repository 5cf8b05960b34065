/** Files that a question is asked with. Source: specification §1, "AI chat"; docs/chat.md. */

/** A picture is shown to a model as one; what a text says is told it as text. */
export const ATTACHMENT_KINDS = ['picture', 'text'] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

/** A file of a question as its owner sees it. */
export interface ChatAttachment {
  readonly uuid: string;
  readonly fileName: string;
  readonly kind: AttachmentKind;
  readonly sizeBytes: number;
  /** Pixels; 0 for texts. */
  readonly width: number;
  readonly height: number;
}

/** Most files of one question. */
export const ATTACHMENTS_OF_A_QUESTION = 5;
/** Most bytes of a picture: what every provider takes, once it is written as text. */
export const ATTACHED_PICTURE_BYTES = 3_500_000;
/** Most bytes of a picture as it is chosen: the page makes it smaller before it goes out. */
export const CHOSEN_PICTURE_BYTES = 30_000_000;
export const ATTACHED_TEXT_BYTES = 300 * 1024;
/** Most that a text may say, in UTF-16 units. */
export const ATTACHED_TEXT_LENGTH = 100_000;

const PICTURE_SUFFIXES = ['png', 'jpg', 'jpeg', 'gif', 'webp'] as const;
const TEXT_SUFFIXES = ['txt', 'md', 'csv', 'json', 'log', 'srt', 'vtt'] as const;
/** What is taken, by the endings of names; the server looks at the bytes as well. */
export const ATTACHED_SUFFIXES: readonly string[] = [...PICTURE_SUFFIXES, ...TEXT_SUFFIXES];
/** The same for the browser's window of files. */
export const ATTACHED_ACCEPT = ATTACHED_SUFFIXES.map((suffix) => `.${suffix}`).join(',');

/** What a file is by its name; null where it is not taken. */
export function attachmentKindOf(name: string): AttachmentKind | null {
  const suffix = /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
  if ((PICTURE_SUFFIXES as readonly string[]).includes(suffix)) return 'picture';
  return (TEXT_SUFFIXES as readonly string[]).includes(suffix) ? 'text' : null;
}

export type AttachmentIssue = 'type' | 'tooLarge' | 'empty';

/** Why a file is not even sent to the server; null where it may be. */
export function attachmentIssue(name: string, sizeBytes: number): AttachmentIssue | null {
  const kind = attachmentKindOf(name);
  if (kind === null) return 'type';
  if (sizeBytes === 0) return 'empty';
  return sizeBytes > mostBytes(kind) ? 'tooLarge' : null;
}

/** How large a file may be that is chosen. */
export const mostBytes = (kind: AttachmentKind): number => (kind === 'picture' ? CHOSEN_PICTURE_BYTES : ATTACHED_TEXT_BYTES);

/** Why a model cannot be asked with such files: it takes none at all, or no pictures. */
export function attachmentMisfit(
  kinds: readonly AttachmentKind[],
  model: { readonly isBuiltIn: boolean; readonly takesImages: boolean },
): 'noFiles' | 'noPictures' | null {
  if (kinds.length === 0) return null;
  if (model.isBuiltIn) return 'noFiles';
  return !model.takesImages && kinds.includes('picture') ? 'noPictures' : null;
}
