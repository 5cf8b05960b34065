import { hash } from 'node:crypto';

/** SHA-256 without a wait, of what is short. */
export const hashNow = (data: string | Uint8Array, encoding: 'hex' | 'base64' | 'base64url'): string => hash('sha256', data, encoding);
