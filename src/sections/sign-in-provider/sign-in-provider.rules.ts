import { textOrEmpty } from '#domain/base/plain-value';
import type { Issue, Issues } from '#domain/base/issue';

/** An address that a provider's documents lie under. Where it leads is judged when the connection is made. */
function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !/[?#\s]/u.test(text) &&
    !url.pathname.includes('/.well-known/')
  );
}

/** Names of scopes, and of a claim, by dots where it lies deeper. Source: RFC 6749, "3.3 Access Token Scope". */
export function checkSignInProvider({ issuer, scopes, groupsClaim }: Readonly<Record<string, unknown>>): Issues {
  const issues: Record<string, Issue> = {};
  if (textOrEmpty(issuer) !== '' && !isIssuer(textOrEmpty(issuer))) issues['issuer'] = { key: 'resources.signInProvider.refused.issuer' };
  if (!/^[\x21\x23-\x5b\x5d-\x7e ]*$/u.test(textOrEmpty(scopes))) issues['scopes'] = { key: 'resources.signInProvider.refused.scopes' };
  if (!/^[\w:/-]*(?:\.[\w:/-]+)*$/u.test(textOrEmpty(groupsClaim)) && !URL.canParse(textOrEmpty(groupsClaim)))
    issues['groupsClaim'] = { key: 'resources.signInProvider.refused.claim' };
  return issues;
}
