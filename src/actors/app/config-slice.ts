import { restoreLanguage, type Language } from '#domain/base/language';
import { restoreLayout, type LayoutConfig } from '#domain/app/layout';
import { STORAGE_KEY, readSlice, writeSlice, type Slice } from '../base/persistence.ts';
import type { StoragePort } from '../base/ports.ts';

const CONFIG: Slice = { key: STORAGE_KEY.config, version: 1 };

export interface StoredConfig {
  readonly language: Language;
  readonly layout: LayoutConfig;
  /** Settings that were not understood and fell back. */
  readonly damaged: readonly string[];
}

const stored = (storage: Pick<StoragePort, 'read'>): Readonly<Record<string, unknown>> => {
  const value = readSlice(storage, CONFIG);
  return typeof value === 'object' && value !== null ? { ...value } : {};
};

/** Layout and language, which share one key. */
export function readStoredConfig(storage: Pick<StoragePort, 'read'>): StoredConfig {
  const { language, layout } = stored(storage);
  const { config, damaged } = restoreLayout(layout);
  return { language: restoreLanguage(language), layout: config, damaged };
}

/** Changes one of the two and leaves the other as another tab may have left it. */
export const writeConfig = (storage: StoragePort, change: Partial<Pick<StoredConfig, 'language' | 'layout'>>): void =>
  writeSlice(storage, CONFIG, { ...stored(storage), ...change });
