import { afterEach, expect, it } from 'vitest';
import { createTransport } from '#api/transport';
import type { WireRequest } from '#api/wire-request';

// @vitest-environment-options {"url":"http://in-process.invalid/"}

/** The cookie of the standard name is echoed to the own origin, and told nobody else. Source: specification §7; readings 7.4. */
const sentTo = async (path: string): Promise<Headers> => {
  let headers: Headers | undefined;
  const transport = createTransport({
    language: () => 'en',
    isOnline: () => true,
    fetch: (request) => {
      headers = request.headers;
      return Response.json({ code: 1 });
    },
  });
  const request: WireRequest = { method: 'POST', path, input: {}, tokens: { admin: null, member: null } };
  await transport.send(request);
  if (!headers) throw new Error('nothing was sent');
  return headers;
};

afterEach(() => {
  document.cookie = 'XSRF-TOKEN=; max-age=0';
});

it('echoes the cookie on a call to the own origin', async () => {
  document.cookie = 'XSRF-TOKEN=a%20b';
  expect((await sentTo('/api/Ems/send')).get('x-xsrf-token')).toBe('a b');
});

it('does not echo it to another origin', async () => {
  document.cookie = 'XSRF-TOKEN=secret';
  expect((await sentTo('https://cloud.invalid/upload')).has('x-xsrf-token')).toBe(false);
});

it('sends no such header where there is no cookie', async () => {
  expect((await sentTo('/api/Ems/send')).has('x-xsrf-token')).toBe(false);
});
