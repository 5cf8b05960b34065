import type { Issue } from '../base/issue.ts';

/** What is known of a file before it is sent. A missing name or size is null. */
export interface FileFacts {
  readonly name: string | null;
  /** As the browser reports it; 0 is a size. */
  readonly sizeBytes: number | null;
  readonly mimeType: string;
}

export interface UploadLimits {
  readonly maxSizeBytes: number;
  /** Suffixes (with or without dot), MIME types, `group/*` wildcards, or `*`. */
  readonly allowedTypes: readonly string[];
}

/** The part after the last dot in lower case; '' when there is none. `.jpg` alone is a name without a suffix. */
export function suffixOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at <= 0 ? '' : name.slice(at + 1).toLowerCase();
}

/**
 * Whether the settings allow a file of this name and MIME type: by `*`, its suffix, its type or its type's group.
 * Source: specification §5 "File upload checks"; readings 5.10, 5.11.
 */
export function isTypeAllowed(
  { name, mimeType }: { readonly name: string; readonly mimeType: string },
  allowed: readonly string[],
): boolean {
  const suffix = suffixOf(name);
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return allowed.some((entry) => {
    const rule = entry.trim().toLowerCase();
    if (rule === '*') return true;
    if (rule.endsWith('/*')) return type.startsWith(rule.slice(0, -1));
    if (rule.includes('/')) return rule === type;
    return rule !== '' && suffix !== '' && rule.replace(/^\./u, '') === suffix;
  });
}

/**
 * Checks a chosen file before it is sent: complete, then its type, then its size.
 * @returns the first failing check as an issue, or null; a file exactly as large as the limit is fine
 * Source: specification §5 "File upload checks, in this order".
 */
export function checkFile({ name, sizeBytes, mimeType }: FileFacts, { maxSizeBytes, allowedTypes }: UploadLimits): Issue | null {
  if (!name?.trim() || sizeBytes === null) return { key: 'upload.incomplete' };
  if (!isTypeAllowed({ name, mimeType }, allowedTypes)) return { key: 'upload.typeNotAllowed' };
  return sizeBytes > maxSizeBytes ? { key: 'upload.tooLarge' } : null;
}
