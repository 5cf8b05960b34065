import { PACKAGE_BOUNDS } from './module-manifest.ts';

/** What is wrong with the name of an entry; the key of a message below `refusals.modules.archive`. */
export type NameFault = 'nul' | 'control' | 'nameLong' | 'backslash' | 'drive' | 'absolute' | 'traversal' | 'folder' | 'unlisted';

const PLACES: readonly RegExp[] = [
  /^(?:module|settings|public|files)\.json$/u,
  /^files\.sig$/u,
  /^README\.(?:zh-cn|en)\.md$/u,
  /^CHANGELOG(?:\.(?:zh-cn|en))?\.md$/u,
  /^(?:sections|rows)\/[a-z][a-zA-Z0-9]{1,40}\.json$/u,
  /^pages\/[a-z][a-z0-9-]{0,40}\.json$/u,
  /^assets\/[a-z0-9][a-z0-9-]{0,60}\.(?:png|jpg|webp|avif)$/u,
];

/** A package has files at these places and no others; what is refused elsewhere too is named for what it is. */
export function nameFault(name: string): NameFault | null {
  if (name.includes('\0')) return 'nul';
  if (/\p{Cc}/u.test(name)) return 'control';
  if (name.length > PACKAGE_BOUNDS.nameLength) return 'nameLong';
  if (name.includes('\\')) return 'backslash';
  if (/^[a-z]:/iu.test(name)) return 'drive';
  if (name.startsWith('/')) return 'absolute';
  if (name.split('/').some((part) => part === '..' || part === '.')) return 'traversal';
  if (name.endsWith('/')) return 'folder';
  return PLACES.some((place) => place.test(name)) ? null : 'unlisted';
}

/** What may be in one file. */
export const boundOf = (name: string): number => {
  if (name.startsWith('assets/')) return PACKAGE_BOUNDS.assetBytes;
  return name.endsWith('.md') ? PACKAGE_BOUNDS.textBytes : PACKAGE_BOUNDS.jsonBytes;
};
