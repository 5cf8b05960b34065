import { base64url } from '#server/base/digest';

/** What a publisher of modules signs with. */
export interface KeyPair {
  /** PKCS #8 in base64url. */
  readonly privateKey: string;
  /** 32 bytes in base64url. */
  readonly publicKey: string;
}

const bytesOf = async (form: 'raw' | 'pkcs8', key: CryptoKey): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.exportKey(form, key)));

export async function newKeyPair(): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  return { privateKey: await bytesOf('pkcs8', pair.privateKey), publicKey: await bytesOf('raw', pair.publicKey) };
}
