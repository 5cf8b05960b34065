import type { IdentityFault } from '#domain/external/external-fault';

/** A provider as this site is registered there. */
export interface ProviderClient {
  /** Its address, which its documents and its tokens have to name to the letter. */
  readonly issuer: string;
  readonly clientId: string;
  /** '' for a client without any. */
  readonly clientSecret: string;
  /** Separated by spaces; `openid` is among them. */
  readonly scopes: string;
}

/** What an answer is judged by; each is drawn for one sign-in. */
export interface SignInChecks {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. Source: RFC 7636. */
  readonly verifier: string;
}

/** What a provider says of somebody, once everything about its answer was right. */
export interface ProvedIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** How the sign-in is ended there; left out by providers that offer no such way. */
  readonly leave?: ProviderLeave;
}

/** How somebody signs out of a provider. Why: docs/decisions/200-signing-out-elsewhere-too.md */
export interface ProviderLeave {
  readonly endpoint: string;
  /** By which it knows whose session is meant; '' for none, and then it asks the person. */
  readonly idToken: string;
}

/** Providers of identities elsewhere, which are asked through the client that judges addresses. Source: OpenID Connect Core 1.0; security.md rule 25. */
export interface IdentityProviders {
  /** Where the browser is sent. @throws IdentityError */
  begin(provider: ProviderClient, checks: SignInChecks): Promise<URL>;
  /** @param answered the address that the browser came back to, with what the provider put there; @throws IdentityError */
  finish(provider: ProviderClient, answered: URL, checks: SignInChecks): Promise<ProvedIdentity>;
  /** Where the browser is sent to sign out there as well, and from there back. Nobody is asked for it. @throws IdentityError */
  end(
    provider: Pick<ProviderClient, 'issuer' | 'clientId'>,
    leave: ProviderLeave,
    back: { readonly redirectUri: string; readonly state: string },
  ): Promise<URL>;
}

/** A provider was not asked, or its answer is not taken. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly fault: IdentityFault;

  constructor(fault: IdentityFault, options?: ErrorOptions) {
    super(`The provider has not vouched for anybody: ${fault}`, options);
    this.fault = fault;
  }
}
