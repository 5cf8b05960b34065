import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncToDisk } from '../../base/data-dir.ts';

/** The file is there with all its bytes, readable by its owner only, or not there. Source: security.md rule 37. */
export async function writeWholeFile(file: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    const handle = await open(unfinished, 'w', 0o600);
    await handle.close();
    await fill(unfinished);
    syncToDisk(unfinished);
    await rename(unfinished, file);
    syncToDisk(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
