/** What stands for a picture that nobody has chosen. Source: wire protocol §6.6. */
export const DEFAULT_AVATAR = '/static/images/avatar.png';

/** A posted avatar; the one that stood in for none is none, also with a host in front of it. */
export const chosenAvatar = (posted: string): string =>
  new RegExp(`^(?:(?:https?:)?//[^/]+)?${DEFAULT_AVATAR}$`, 'u').test(posted) ? '' : posted;
