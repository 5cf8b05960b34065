import { FailureError } from '#domain/base/failure';

type Options = Readonly<Record<string, unknown>>;
/** Of newer browsers; the others are offered no passkeys. */
type Json = { readonly toJSON: () => unknown };

export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential && 'credentials' in navigator;

/** Whether passkeys of this site can be used on this page. @param rpId the host that they are made for */
export const isOwnHost = (rpId: unknown, { hostname }: Pick<Location, 'hostname'> = location): boolean =>
  typeof rpId === 'string' && (hostname === rpId || hostname.endsWith(`.${rpId}`));

/** Whoever closed the browser's window, or let it wait too long, has not failed at anything. */
function failureOf(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return new FailureError({ kind: 'aborted' });
  if (name === 'InvalidStateError') return new FailureError({ kind: 'rejected', code: 0, message: 'safety.passkeys.known' });
  return error;
}

async function jsonOf(asked: Promise<Credential | null>): Promise<Options> {
  try {
    const credential = await asked;
    if (!credential) throw new FailureError({ kind: 'aborted' });
    return (credential as Credential & Json).toJSON() as Options;
  } catch (error) {
    throw failureOf(error);
  }
}

/** Has the device make a passkey. @throws FailureError of kind `aborted` where the member does not want to */
export const makePasskey = (options: Options, signal: AbortSignal): Promise<Options> =>
  jsonOf(navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never), signal }));

/** Has the device sign. */
export const signWithPasskey = (options: Options, signal: AbortSignal, isAutofill = false): Promise<Options> =>
  jsonOf(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never),
      signal,
      ...(isAutofill && { mediation: 'conditional' as const }),
    }),
  );

export const hasAutofill = async (): Promise<boolean> =>
  canUsePasskeys() && 'isConditionalMediationAvailable' in PublicKeyCredential && PublicKeyCredential.isConditionalMediationAvailable();

/** Tells the device that a passkey opens nothing any more, where it listens. */
export async function forgetPasskey(rpId: string, credentialId: string): Promise<void> {
  const { signalUnknownCredential } = PublicKeyCredential as unknown as {
    readonly signalUnknownCredential?: (gone: { readonly rpId: string; readonly credentialId: string }) => Promise<void>;
  };
  try {
    await signalUnknownCredential?.call(PublicKeyCredential, { rpId, credentialId });
  } catch {
    // A device that does not listen goes on offering it; the server refuses it.
  }
}
