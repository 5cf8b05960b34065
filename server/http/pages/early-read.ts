import { API_BASE, HEADER } from '#api/contract/base/wire';
import { readSummary } from '#api/contract/members/account';
import { countUnread } from '#api/contract/members/messages';
import { readRecentChats } from '#api/contract/members/recent-chats';
import { adminInit, frontInit } from '#api/contract/session/session';
import type { Area } from '#domain/base/area';
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

const MEMBER_START = [`${API_BASE}${frontInit.path}?requiredLogin=1`, API_BASE + countUnread.path] as const;
const OVERVIEW = nodePath('member', 'account/overview');

/** Where an area keeps who is signed in, and the header that says so. */
const KEPT: Readonly<Record<Area, { readonly key: string; readonly header: string }>> = {
  admin: { key: 'adminInfo', header: HEADER.adminToken },
  member: { key: 'userInfo', header: HEADER.memberToken },
};

/** As the application keeps who is signed in (`src/actors/session/session-access.ts`) and asks for the same (`src/api/transport.ts`). */
const scriptOf = ({ key, header }: (typeof KEPT)[Area], addresses: readonly string[]): string => `try {
  const { version, value } = JSON.parse(localStorage.getItem('${key}'));
  if (version === 1 && value.id > 0 && value.token && !document.cookie.includes('XSRF-TOKEN')) {
    const headers = {
      '${HEADER.language}': document.documentElement.lang === 'en' ? 'en' : 'zh-cn',
      '${HEADER.server}': 'true',
      '${HEADER.tokenRotation}': 'true',
      '${header}': value.token,
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

interface PageAddress {
  readonly path: string;
  readonly search: string;
}

/** What the application asks first at an address, in its order. */
const READS: Readonly<Record<Area, (address: PageAddress) => readonly string[]>> = {
  /** Who is signed in, and, where the address is that of a table and says nothing more, its list. */
  admin: ({ path, search }) => {
    const list = search === '' ? LISTS.get(path) : undefined;
    return [API_BASE + adminInit.path, ...(list === undefined ? [] : [list])];
  },
  /** Who is signed in, what waits for them, and what their first page shows. */
  member: ({ path }) => [
    ...MEMBER_START,
    ...(path === OVERVIEW ? [readSummary, readRecentChats].map((endpoint) => API_BASE + endpoint.path) : []),
  ],
};

/**
 * What a page behind a sign-in asks first, asked before any of its scripts is there. A script of a few lines, after the one that knows the
 * language. The application takes the replies over (`src/api/transport-read.ts`), or drops them where it would have asked otherwise.
 */
export const earlyReadTag = (nonce: string, area: Area, address: PageAddress): string =>
  `<script nonce="${nonce}">${scriptOf(KEPT[area], READS[area](address))}</script>`;
