/** Within one browser nothing travels, and whoever asks there accepts no encoding. */
export const compressed = (): Promise<never> => Promise.reject(new Error('Nothing is compressed here'));
