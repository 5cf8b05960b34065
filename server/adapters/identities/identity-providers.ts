import type { Configuration } from 'openid-client';
import type { IdentityFault } from '#domain/external/external-fault';
import type { NetworkList } from '../../base/network.ts';
import { remember } from '../../base/remember.ts';
import {
  IdentityError,
  type IdentityProviders,
  type ProviderClient,
  type ProvedIdentity,
  type SignInChecks,
} from '../../ports/identity-port.ts';
import { PrivateAddressError } from '../outside-request.ts';
import { createProviderFetch } from './provider-fetch.ts';

/** Comes with the first sign-in at a provider: most servers have none. */
type Library = typeof import('openid-client');

/** How far the clocks of a provider and of this server may be apart. */
const SKEW_SECONDS = 60;
/** What a provider says of itself is asked for anew after that time. */
const REMEMBERED_MS = 600_000;
const MAX_REMEMBERED = 20;

interface Options {
  /** By how much this server's clock is wrong; tests set it. */
  readonly skewSeconds?: number;
}

/** Providers that speak OpenID Connect, by the library of the protocol's own certification. Source: OpenID Connect Core 1.0; RFC 9207; RFC 7636. */
export function createIdentityProviders(privateNetworks: NetworkList, { skewSeconds = 0 }: Options = {}): IdentityProviders {
  const fetch = createProviderFetch(privateNetworks);
  const known = new Map<string, { readonly config: Configuration; readonly untilMs: number }>();

  async function configOf(library: Library, { issuer, clientId, clientSecret }: ProviderClient): Promise<Configuration> {
    const key = JSON.stringify([issuer, clientId, clientSecret]);
    const found = known.get(key);
    if (found && found.untilMs > Date.now()) return found.config;
    known.delete(key);
    const isPlain = new URL(issuer).protocol === 'http:';
    const secret = clientSecret === '' ? library.None() : undefined;
    const metadata = {
      ...(clientSecret !== '' && { client_secret: clientSecret }),
      [library.clockTolerance]: SKEW_SECONDS,
      [library.clockSkew]: skewSeconds,
    };
    const config = await library.discovery(new URL(issuer), clientId, metadata, secret, {
      [library.customFetch]: fetch,
      timeout: 10,
      // The fetch keeps what is not encrypted inside networks that were allowed.
      execute: [library.enableNonRepudiationChecks, ...(isPlain ? [library.allowInsecureRequests] : [])],
    });
    remember(known, MAX_REMEMBERED, key, { config, untilMs: Date.now() + REMEMBERED_MS });
    return config;
  }

  async function asked<T>(provider: ProviderClient, work: (library: Library, config: Configuration) => Promise<T>): Promise<T> {
    const library = await import('openid-client');
    try {
      return await work(library, await configOf(library, provider));
    } catch (error) {
      throw error instanceof IdentityError ? error : new IdentityError(faultOf(library, error), { cause: error });
    }
  }

  return {
    begin: (provider, { redirectUri, state, nonce, verifier }) =>
      asked(provider, async (library, config) => {
        const url = library.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: provider.scopes,
          state,
          nonce,
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        if (!isFit(url, provider.issuer)) throw new IdentityError('answer');
        return url;
      }),

    async end({ issuer, clientId }, { endpoint, idToken }, { redirectUri, state }) {
      const library = await import('openid-client');
      if (!isFit(new URL(endpoint), issuer)) throw new IdentityError('answer');
      const config = new library.Configuration({ issuer, end_session_endpoint: endpoint }, clientId);
      if (issuer.startsWith('http:')) library.allowInsecureRequests(config);
      const hint = idToken !== '' && { id_token_hint: idToken };
      return library.buildEndSessionUrl(config, { ...hint, post_logout_redirect_uri: redirectUri, state });
    },

    finish: (provider, answered, checks) => asked(provider, (library, config) => proved(library, config, answered, checks)),
  };
}

/** Whether a browser may be led there: unencrypted only by a provider that is itself reached so. */
const isFit = ({ protocol }: URL, issuer: string): boolean => protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));

async function proved(library: Library, config: Configuration, answered: URL, checks: SignInChecks): Promise<ProvedIdentity> {
  const { redirectUri, state, nonce, verifier } = checks;
  // The address as it was registered, whatever host the request claims to have been for.
  const back = new URL(redirectUri);
  back.search = answered.search;
  const tokens = await library.authorizationCodeGrant(config, back, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new IdentityError('token');
  const { issuer, userinfo_endpoint: more, end_session_endpoint: endpoint } = config.serverMetadata();
  // A provider that speaks for many issuers is none of ours: who they are is told by the address that was set up.
  if (claims.iss !== issuer || claims.sub.length > 255) throw new IdentityError('issuer');
  const told = more === undefined ? {} : await library.fetchUserInfo(config, tokens.access_token, claims.sub);
  const identity = { issuer: claims.iss, subject: claims.sub, claims: { ...told, ...claims } };
  const canLeave = endpoint !== undefined && URL.canParse(endpoint) && isFit(new URL(endpoint), claims.iss);
  return canLeave ? { ...identity, leave: { endpoint, idToken: tokens.id_token ?? '' } } : identity;
}

const TOKEN_FAULTS = new Set(['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_KEY_SELECTION_FAILED']);

function faultOf(library: Library, error: unknown): IdentityFault {
  const chain = causesOf(error);
  if (chain.some((one) => one instanceof PrivateAddressError)) return 'private';
  if (chain.some((one) => one instanceof library.AuthorizationResponseError)) return 'denied';
  const refusal = chain.find((one) => one instanceof library.ResponseBodyError);
  if (refusal) return ['invalid_client', 'unauthorized_client'].includes(refusal.error) ? 'client' : 'answer';
  const codes = chain.flatMap((one) => ('code' in one && typeof one.code === 'string' ? [one.code] : []));
  if (chain.some((one) => /"iss" \(issuer\)|issuer/u.test(one.message)) && !codes.includes('OAUTH_TIMEOUT')) return 'issuer';
  if (codes.some((code) => TOKEN_FAULTS.has(code)) || chain.some((one) => /signature/u.test(one.message))) return 'token';
  return codes.some((code) => code.startsWith('OAUTH_') && code !== 'OAUTH_TIMEOUT' && code !== 'OAUTH_ABORT') ? 'answer' : 'unreachable';
}

function causesOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let one = error; one instanceof Error && chain.length < 8; one = one.cause) chain.push(one);
  return chain;
}
