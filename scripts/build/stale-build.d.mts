export const STAMP: string;
export function isStale(root: string): boolean;
