/** What no address holds: it ends there, and whatever shows the rest of it could take that for something else. */
const NO_ADDRESS = /[\s\p{Cc}"<>\\]/u;
/** Subjects of mails and numbers of telephones are written with spaces, which browsers follow. */
const SPACED = /^(?:mailto|tel):/iu;

/** Links that lead out of the application, the whole of them. Any case counts, and so does an address without scheme. Source: specification §5. */
export function isExternalLink(link: string): boolean {
  const address = link.trim();
  const tight = SPACED.test(address) ? address.replaceAll(' ', '') : address;
  if (!/^(?:(?:https?|ftp|mailto|tel):|\/\/)[^#]/iu.test(address) || NO_ADDRESS.test(tight)) return false;
  return URL.canParse(address.startsWith('//') ? `https:${address}` : address);
}

/** Links that may be followed at all: external ones and paths of this site; never a script. */
export const isFollowable = (link: string): boolean => isExternalLink(link) || isOwnPath(link);

/** Addresses that may be shown in a frame. */
export const isFrameable = (link: string): boolean => /^https?:\/\/[^\s/]/iu.test(link) && isExternalLink(link);

/**
 * Whether a path stays on this site. Browsers read `\` as `/` and drop tabs and line ends, so an address
 * with such characters is refused, not repaired.
 */
export const isOwnPath = (path: string): boolean => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path);

/** Addresses that a link in a text may have: http(s), mailto, tel, or a path of this site. Source: security.md rule 18. */
export const isLinkAddress = (link: string): boolean =>
  (/^(?:https?:\/\/[^\s/]|mailto:[^\s]|tel:[^\s])/iu.test(link) && !/[\p{Cc}\\]/u.test(link)) || isOwnPath(link);

/**
 * What somebody meant who typed an address: `example.com/a` is a web page, `a@example.com` a mailbox.
 * @returns null for what no link may have
 */
export function linkAddressFrom(typed: string): string | null {
  const link = typed.trim();
  if (isLinkAddress(link)) return link;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/u.test(link)) return `mailto:${link}`;
  const page = `https://${link}`;
  return /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]\S*)?$/u.test(link) && isLinkAddress(page) ? page : null;
}
