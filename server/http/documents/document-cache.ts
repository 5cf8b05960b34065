import { DOCUMENT_CACHE_BYTES } from './document-limits.ts';

interface Entry<Value> {
  readonly version: string;
  readonly value: Promise<Value>;
  /** The newest that is whole: this one, or that of a version before. */
  whole: Value | null;
  isMade: boolean;
}

/**
 * What was made for a key under a version, made once however many ask for it at the same time. What was not used for longest goes first
 * when there is too much of it.
 */
export function createDocumentCache<Value extends { readonly sizeBytes: number; readonly status: number }>(
  limitBytes = DOCUMENT_CACHE_BYTES,
) {
  const entries = new Map<string, Entry<Value>>();
  let totalBytes = 0;
  const take = (key: string): Entry<Value> | undefined => {
    const entry = entries.get(key);
    if (entry) entries.delete(key);
    return entry;
  };
  const shrink = (): void => {
    for (const [key, { whole }] of entries) {
      if (totalBytes <= limitBytes) return;
      if (whole === null) continue;
      totalBytes -= whole.sizeBytes;
      entries.delete(key);
    }
  };
  const settle = async (key: string, entry: Entry<Value>, known: Entry<Value> | undefined): Promise<void> => {
    const value = await entry.value.catch(() => null);
    if (entries.get(key) !== entry) return;
    // Of what is not there, anybody could ask for any amount.
    if (value?.status === 200) {
      totalBytes += value.sizeBytes - (entry.whole?.sizeBytes ?? 0);
      entry.whole = value;
      entry.isMade = true;
      shrink();
    } else if (known && value === null) entries.set(key, known);
    else {
      // The next one tries again; what stood here before is no longer kept.
      totalBytes -= entry.whole?.sizeBytes ?? 0;
      entries.delete(key);
    }
  };
  return {
    get(key: string, version: string, make: () => Promise<Value>): Promise<Value> {
      const known = take(key);
      if (known?.version === version) {
        entries.set(key, known);
        return known.value;
      }
      const entry: Entry<Value> = { version, value: make(), whole: known?.whole ?? null, isMade: false };
      entries.set(key, entry);
      void settle(key, entry, known);
      return entry.value;
    },
    /** Whether nothing has to be made: it is kept under this version, or on its way. */
    holds: (key: string, version: string): boolean => entries.get(key)?.version === version,
    /** What is kept under this version; null while it is only on its way. */
    made(key: string, version: string): Value | null {
      const known = entries.get(key);
      if (known?.version !== version || !known.isMade) return null;
      entries.delete(key);
      entries.set(key, known);
      return known.whole;
    },
    /** The newest of any version. */
    newest: (key: string): Value | null => entries.get(key)?.whole ?? null,
  };
}
