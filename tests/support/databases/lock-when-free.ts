import { DataDirInUseError, lockDataDir, type DataDirLock } from '#server/base/data-dir';

/** The lock itself waits by standing still, and with it whoever reports on the tests of this process. */
export async function lockWhenFree(root: string, lock: string): Promise<DataDirLock> {
  for (;;) {
    try {
      return lockDataDir({ root, lock });
    } catch (error) {
      if (!(error instanceof DataDirInUseError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
