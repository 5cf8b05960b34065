import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What a page gets from the server to hand to the browser. */
interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

interface Key {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: Buffer;
  readonly userHandle: string;
  counter: number;
}

/** What a dishonest page or device changes. */
export interface Tampering {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
  /** Instead of counting on. */
  readonly counter?: number;
  readonly type?: string;
  /** Signs with another key. */
  readonly isForged?: boolean;
}

const b64 = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);

/** CBOR, as much of it as authenticators write: numbers, texts, bytes, and maps in order. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as never)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function authData(rpId: string, counter: number, isVerified: boolean, attested = Buffer.alloc(0)): Buffer {
  const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
}

/** A device with passkeys, in software: ES256, no attestation. @param origin of the page that asks it. Source: Web Authentication Level 3, 6.5. */
export function createAuthenticator(origin: string, { counts = true }: { readonly counts?: boolean } = {}) {
  const keys: Key[] = [];

  const clientData = (type: string, { challenge }: Options, more: Tampering): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: more.type ?? type,
        challenge: more.challenge ?? challenge,
        origin: more.origin ?? origin,
        crossOrigin: false,
      }),
    );

  return {
    /** As `credential.toJSON()` of a browser has it. */
    create(options: Options, more: Tampering = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, unknown>([[1, 2], [3, -7], [-1, 1], [-2, Buffer.from(x, 'base64url')], [-3, Buffer.from(y, 'base64url')]]); // prettier-ignore
      const key: Key = { id: randomBytes(32), privateKey, publicKey: cbor(cose), userHandle: options.user?.id ?? '', counter: 0 };
      keys.push(key);
      const length = Buffer.from([0, key.id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, key.id, key.publicKey]);
      const data = authData(more.rpId ?? options.rp?.id ?? '', 0, more.isVerified ?? true, attested);
      const attestation = cbor(new Map<string, unknown>([['fmt', 'none'], ['attStmt', new Map()], ['authData', data]])); // prettier-ignore
      const clientDataJSON = b64(clientData('webauthn.create', options, more));
      return {
        id: b64(key.id),
        rawId: b64(key.id),
        type: 'public-key' as const,
        response: { clientDataJSON, attestationObject: b64(attestation), transports: ['internal'] },
      };
    },

    /** With the newest key. */
    get(options: Options, more: Tampering = {}) {
      const key = keys.at(-1);
      if (!key) throw new Error('the device has no key');
      if (counts) key.counter += 1;
      const data = authData(more.rpId ?? options.rpId ?? '', more.counter ?? key.counter, more.isVerified ?? true);
      const client = clientData('webauthn.get', options, more);
      const signer = more.isForged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : key.privateKey;
      return {
        id: b64(key.id),
        rawId: b64(key.id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: b64(sign('sha256', Buffer.concat([data, sha256(client)]), signer)),
          userHandle: more.userHandle ?? key.userHandle,
        },
      };
    },
  };
}
