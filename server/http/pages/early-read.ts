import { API_BASE, HEADER } from '#api/contract/base/wire';
import { adminInit } from '#api/contract/session/session';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { nodePath } from '#domain/rights/permission';
import { pagePathOf, type Resource } from '#domain/table/resource';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { SHIPPED_RESOURCES } from '../../base/shipped-resources.ts';

/** A list as it is asked for where its address says nothing of it; a tree is asked for as a whole. */
const plainList = (resource: Resource): string =>
  `${API_BASE}${resourceEndpoints(resource).list.path}${resource.tree ? '' : `?page=${EMPTY_QUERY.page}&limit=${EMPTY_QUERY.limit}`}`;

/** The lists of shipped sections, by the paths of their pages. */
const LISTS: ReadonlyMap<string, string> = new Map(
  SHIPPED_RESOURCES.map((resource) => [nodePath('admin', pagePathOf(resource)), plainList(resource)]),
);

/** As the application keeps who is signed in (`adminInfo`, `src/actors/session/session-access.ts`) and asks for the same (`src/api/transport.ts`). */
const scriptOf = (addresses: readonly string[]): string => `try {
  const { version, value } = JSON.parse(localStorage.getItem('adminInfo'));
  if (version === 1 && value.id > 0 && value.token && !document.cookie.includes('XSRF-TOKEN')) {
    const headers = {
      '${HEADER.language}': document.documentElement.lang === 'en' ? 'en' : 'zh-cn',
      '${HEADER.server}': 'true',
      '${HEADER.tokenRotation}': 'true',
      '${HEADER.adminToken}': value.token,
    };
    globalThis.earlyReads = ${JSON.stringify(addresses)}.map((address) => {
      const request = new XMLHttpRequest();
      request.open('GET', address);
      request.setRequestHeader('Accept', 'application/json, text/plain, */*');
      for (const name in headers) request.setRequestHeader(name, headers[name]);
      request.send();
      return { key: address + JSON.stringify(headers), request };
    });
  }
} catch {}`;

/**
 * What a page of the back office asks first, asked before any of its scripts is there: who is signed in, and, where the address is that of a
 * table and says nothing more, its list. A script of a few lines, after the one that knows the language. The application takes the replies
 * over (`src/api/transport-read.ts`), or drops them where it would have asked otherwise.
 */
export function earlyReadTag(nonce: string, { path, search }: { readonly path: string; readonly search: string }): string {
  const list = search === '' ? LISTS.get(path) : undefined;
  return `<script nonce="${nonce}">${scriptOf([API_BASE + adminInit.path, ...(list === undefined ? [] : [list])])}</script>`;
}
