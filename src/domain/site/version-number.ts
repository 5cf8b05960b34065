/** A version as texts have it that say “version” before it: owners write v1.0.0 as well as 1.0.0. */
export const versionNumber = (version: string): string => version.trim().replace(/^v(?=\d)/iu, '');
