/** Links that lead out of the application. Any case counts, and so does an address without scheme. Source: specification §5. */
export const isExternalLink = (link: string): boolean => /^(?:https?|ftp|mailto|tel):|^\/\//iu.test(link.trim());

/** Links that may be followed at all: external ones and paths of this site; never a script. */
export const isFollowable = (link: string): boolean => isExternalLink(link) || isOwnPath(link);

/** Addresses that may be shown in a frame. */
export const isFrameable = (link: string): boolean => /^https?:\/\/[^\s/]/iu.test(link);

/**
 * Whether a path stays on this site. Browsers read `\` as `/` and drop tabs and line ends, so an address
 * with such characters is refused, not repaired.
 */
export const isOwnPath = (path: string): boolean => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path);
