import { bytesOfBase64url } from '../../../base/digest.ts';

/** What the browser has signed beside the passkey's own data. */
export interface ClientData {
  readonly challenge: string;
  readonly origin: string;
}

/** @param text base64url; @returns null where it is nothing of the kind */
export function readClientData(text: string): ClientData | null {
  try {
    const { challenge, origin } = JSON.parse(new TextDecoder().decode(bytesOfBase64url(text))) as Partial<Record<string, unknown>>;
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : null;
  } catch {
    return null;
  }
}
