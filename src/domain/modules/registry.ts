import type { ModuleTexts } from './module-manifest.ts';

/** Bounds of registries elsewhere. `redirects`: followed for one file; `timeoutMs`: for all of it. */
export const REGISTRY_BOUNDS = {
  registries: 10,
  addressLength: 300,
  indexBytes: 2 * 1_048_576,
  signatureBytes: 200,
  packages: 1000,
  publishers: 50,
  redirects: 3,
  timeoutMs: 30_000,
} as const;

/** Why a registry's list was not brought, or not taken. */
export const REGISTRY_FAULTS = [
  /** Nothing answers there. */
  'unreachable',
  'timedOut',
  /** The name of the host has no address. */
  'unknownHost',
  /** Nobody vouches for the host. */
  'certificate',
  /** A private network, or one reached without encryption. */
  'private',
  'redirects',
  'large',
  /** Something else answers than a file. */
  'answer',
  'schema',
  'signature',
  /** An older list than the one that is known. */
  'older',
  /** Signed by another key than the one that was agreed to. */
  'keyChanged',
] as const;
export type RegistryFault = (typeof REGISTRY_FAULTS)[number];

/** A registry as the store shows it. */
export interface StoreRegistry {
  readonly id: number;
  readonly address: string;
  readonly name: ModuleTexts;
  /** Of the key that its list is signed by: SHA-256 in hexadecimal. */
  readonly fingerprint: string;
  /** Of another key that it is signed by of late; null where it is not. */
  readonly offered: string | null;
  /** How many packages it lists. */
  readonly packages: number;
  /** When its list was brought last, in Unix seconds. */
  readonly fetchedAt: number;
  readonly fault: RegistryFault | null;
}

/** A registry that was looked at and not added yet. */
export type SeenRegistry = Pick<StoreRegistry, 'address' | 'name' | 'fingerprint' | 'packages'>;

/**
 * The folder that a registry stands in.
 * @param typed the address of the folder, or of its `index.json`
 * @returns with a slash at its end, or null where it is none
 */
export function registryAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return null;
  const folder = url.href.replace(/index\.json$/u, '');
  const address = folder.endsWith('/') ? folder : `${folder}/`;
  return address.length <= REGISTRY_BOUNDS.addressLength ? address : null;
}

/** A fingerprint as people compare it: groups of eight. */
export const fingerprintText = (fingerprint: string): string => fingerprint.match(/.{1,8}/gu)?.join(' ') ?? '';
