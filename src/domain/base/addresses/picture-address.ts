/** A picture the product may show: a path on this site, or an https address. Never `javascript:`, `data:` or a foreign `//` path. */
export const isPictureAddress = (text: string): boolean =>
  /^\/(?![/\\])[^\s"'<>\\]*$/u.test(text) || /^https:\/\/[^\s"'<>\\/]+(?:\/[^\s"'<>\\]*)?$/u.test(text);

/** A file that a record may name: the same, or at an address without encryption, as records from elsewhere have it. */
export const isFileAddress = (address: unknown): boolean => isPictureAddress(String(address).replace(/^http:/u, 'https:'));
