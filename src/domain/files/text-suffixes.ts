/** Suffixes of texts, which have no signature of their own. */
export const TEXT_SUFFIXES = ['txt', 'log', 'csv', 'md', 'json', 'srt', 'vtt', 'svg'] as const;

export const isTextSuffix = (suffix: string): boolean => TEXT_SUFFIXES.some((one) => one === suffix);
