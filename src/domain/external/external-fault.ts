/** Why a sign-in at a provider came to nothing; each has its sentence. */
export const IDENTITY_FAULTS = [
  /** Not reached, too slow, or a fault of its own. */
  'unreachable',
  /** Its address leads inside, or leaves unencrypted. */
  'private',
  /** Its documents or its answer are not what the protocol says. */
  'answer',
  /** It says that it is another, or another one has answered. */
  'issuer',
  /** It does not know this site, or its secret. */
  'client',
  /** What it has signed is wrong, too old, or meant for another sign-in. */
  'token',
  /** The person, or the provider, said no. */
  'denied',
] as const;
export type IdentityFault = (typeof IDENTITY_FAULTS)[number];

/** The same of what is judged here. */
export const EXTERNAL_FAULTS = [
  ...IDENTITY_FAULTS,
  /** Nothing that this browser began: too late, used up, or begun elsewhere. */
  'stale',
  /** Switched off or changed meanwhile. */
  'gone',
  /** Whoever began to link has been signed out meanwhile, or has too many. */
  'session',
  /** It is linked with another account here. */
  'taken',
] as const;
export type ExternalFault = (typeof EXTERNAL_FAULTS)[number];

/** How the way back ends: the sign-in may go on, an account is linked, or something was wrong. */
export const EXTERNAL_PARAM = 'external';
export type ExternalOutcome = 'ready' | 'readyToStay' | 'linked' | ExternalFault;

/** @param search of an address; @returns null where it says nothing of the kind */
export function outcomeIn(search: string): ExternalOutcome | null {
  const said = new URLSearchParams(search).get(EXTERNAL_PARAM);
  return (['ready', 'readyToStay', 'linked', ...EXTERNAL_FAULTS] as const).find((one) => one === said) ?? null;
}

export const isFault = (outcome: ExternalOutcome | null): outcome is ExternalFault => EXTERNAL_FAULTS.some((one) => one === outcome);

/** The query without what the way back has said, so that a page that is drawn again does not hear it twice. */
export function withoutOutcome(search: string): string {
  const query = new URLSearchParams(search);
  query.delete(EXTERNAL_PARAM);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
