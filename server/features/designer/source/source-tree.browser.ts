export const PROJECT = '';
export const SECTIONS = '';

/** A browser has no source tree. */
export const isSourceTree = (): boolean => false;

export const sectionFolder = (name: string): string => name;
