import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SIGNED_OUT_PATH } from '#api/contract/external/external';
import { Provider, type Configuration, type ResponseType } from 'oidc-provider';

/** Somebody at the provider. */
export interface Person {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who is signed in there; null for somebody who says no. */
  person: Person | null;
  /** What answers in the place of the provider, by path. */
  readonly instead: Map<string, (request: IncomingMessage, response: ServerResponse) => void>;
  /** Goes the way of a browser through the provider. @returns the address that it is sent back to */
  visit(url: string): Promise<URL>;
  /** Goes to sign out there, and says yes where that is asked. @returns the address that it is sent back to */
  leave(url: string): Promise<URL>;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'troupe', clientSecret: 'a-secret-of-the-provider' };

/** A provider of the protocol's own reference, on a socket of this machine. */
export async function startIdentityProvider(redirectUris: readonly string[], more: Configuration = {}): Promise<IdentityProvider> {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const instead: IdentityProvider['instead'] = new Map();
  let person: Person | null = { sub: 'nobody' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [...redirectUris],
        post_logout_redirect_uris: redirectUris.map((uri) => new URL(SIGNED_OUT_PATH, uri).href),
        response_types: ['code' satisfies ResponseType],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'], groups: ['groups', 'deep'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a key of the tests'] },
    ...more,
  });
  const answer = provider.callback();
  const interact = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    provider.interactionFinished(
      request,
      response,
      person ? { login: { accountId: person.sub } } : { error: 'access_denied', error_description: 'said no' },
    );
  http.on('request', (request, response) => {
    const path = new URL(request.url ?? '', issuer).pathname;
    const other = instead.get(path);
    if (other) other(request, response);
    else if (path.startsWith('/interaction/')) void interact(request, response);
    else void answer(request, response);
  });

  /** Of the browser that was here last. */
  let jar = new Map<string, string>();
  async function ask(at: URL, init: RequestInit = {}) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(at, { ...init, redirect: 'manual', headers: { cookie } });
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(set) ?? [];
      jar.set(name, value);
    }
    // A body that is not read keeps its connection.
    return { status: reply.status, text: await reply.text(), to: reply.headers.get('location') };
  }
  function ledTo(at: URL, { status, text, to }: Awaited<ReturnType<typeof ask>>): URL {
    if (to === null) throw new Error(`The provider answered ${status} at ${at.pathname}: ${text.slice(0, 300)}`);
    return new URL(to, at);
  }

  return {
    issuer,
    ...CLIENT,
    instead,
    get person() {
      return person;
    },
    set person(next) {
      person = next;
    },
    async visit(url) {
      jar = new Map();
      let at = new URL(url);
      for (let hops = 0; hops < 10 && at.origin === issuer; hops += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one page leads to the next
        at = ledTo(at, await ask(at));
      }
      return at;
    },
    async leave(url) {
      const at = new URL(url);
      const { text } = await ask(at);
      const action = /action="([^"]+)"/u.exec(text)?.[1];
      const xsrf = /name="xsrf" value="([^"]+)"/u.exec(text)?.[1];
      if (action === undefined || xsrf === undefined) throw new Error(`The provider asks nothing: ${text.slice(0, 300)}`);
      return ledTo(at, await ask(new URL(action), { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) }));
    },
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}
