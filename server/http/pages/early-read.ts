import { API_BASE, HEADER } from '#api/contract/base/wire';
import { adminInit } from '#api/contract/session/session';

/** As the application keeps who is signed in (`adminInfo`, `src/actors/session/session-access.ts`) and asks for the same (`src/api/transport.ts`). */
const SCRIPT = `try {
  const { version, value } = JSON.parse(localStorage.getItem('adminInfo'));
  if (version === 1 && value.id > 0 && value.token && !document.cookie.includes('XSRF-TOKEN')) {
    const address = '${API_BASE}${adminInit.path}';
    const headers = {
      '${HEADER.language}': document.documentElement.lang === 'en' ? 'en' : 'zh-cn',
      '${HEADER.server}': 'true',
      '${HEADER.tokenRotation}': 'true',
      '${HEADER.adminToken}': value.token,
    };
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.setRequestHeader('Accept', 'application/json, text/plain, */*');
    for (const name in headers) request.setRequestHeader(name, headers[name]);
    request.send();
    globalThis.earlyRead = { key: address + JSON.stringify(headers), request };
  }
} catch {}`;

/**
 * What every page of the back office asks first, asked before any of its scripts is there: a script of a few lines, after the one that knows
 * the language. The application takes the reply over (`src/api/transport-read.ts`), or drops it where it would have asked otherwise.
 */
export const earlyReadTag = (nonce: string): string => `<script nonce="${nonce}">${SCRIPT}</script>`;
