import type { Issues } from '#domain/base/issue';

/** An address under which a provider's calls lie: no name, no query, nothing that only one call has. */
function isBaseUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '' && !/[?#\s]/u.test(text);
}

/** Whether the address is one. Where it leads is judged when the connection is made. */
export function checkChatModel({ protocol, baseUrl }: Readonly<Record<string, unknown>>): Issues {
  const text = typeof baseUrl === 'string' ? baseUrl : '';
  return protocol === 'builtIn' || text === '' || isBaseUrl(text) ? {} : { baseUrl: { key: 'resources.chatModel.refused.baseUrl' } };
}
