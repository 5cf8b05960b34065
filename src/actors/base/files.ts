import type { ChosenFile } from '#machines/files/upload.machine';
import type { FilesPort } from './ports.ts';

/** Keeps the browser's files by their ids, so that machines hold names and numbers only. A file is a handle; its bytes stay on the disk. */
export function createFiles(newKey: () => string): FilesPort {
  const files = new Map<string, File>();
  return {
    keep: (file): ChosenFile => {
      const fileId = newKey();
      files.set(fileId, file);
      return { fileId, name: file.name, sizeBytes: file.size, mimeType: file.type };
    },
    read: (fileId) => {
      const file = files.get(fileId);
      if (!file) throw new Error(`no file is kept under ${fileId}`);
      return file;
    },
    forget: (fileId) => void files.delete(fileId),
  };
}
