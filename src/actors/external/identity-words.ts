import type { listIdentities } from '#api/contract/external/external';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { IdentityList } from '#machines/external/identities.machine';

export const identityList = ({ list, offers }: OutputOf<typeof listIdentities>): IdentityList => ({
  list: list.map(({ id, provider, label, create_time: createTime, used_time: usedTime }) => ({
    id,
    provider,
    label,
    createTime,
    usedTime,
  })),
  offers,
});

/** The page goes; whoever comes back by the browser's button finds it anew. @param url of a provider, as the server says */
export function leave(url: string): void {
  if (/^https?:/u.test(url)) location.assign(url);
}
