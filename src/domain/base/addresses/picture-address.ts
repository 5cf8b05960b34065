/** A picture the product may show: a path on this site, or an https address. Never `javascript:`, `data:` or a foreign `//` path. */
export const isPictureAddress = (text: string): boolean =>
  /^\/(?![/\\])[^\s"'<>\\]*$/u.test(text) || /^https:\/\/[^\s"'<>\\/]+(?:\/[^\s"'<>\\]*)?$/u.test(text);
