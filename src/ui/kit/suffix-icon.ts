import { isPictureName } from '#domain/files/upload-plan';
import { suffixOf } from '#domain/files/upload-rules';
import { resourceUrl } from '#domain/base/addresses/resource-url';

const nameOf = (address: string): string => address.split(/[?#]/u, 1)[0]?.split('/').at(-1) ?? '';

/** Where the picture comes from that stands for a file which is none. Source: wire protocol §6.7. */
export const suffixIcon = (address: string): string =>
  `/api/api/ajax/buildSuffixSvg?suffix=${encodeURIComponent(suffixOf(nameOf(address)) || 'file')}`;

/** The picture itself, or the one that stands for the file. */
export const filePicture = (address: string, cdnUrl: string): string =>
  isPictureName(nameOf(address)) ? resourceUrl(address, cdnUrl) : suffixIcon(address);

/** The last part of an address as people read it. */
export function fileNameIn(address: string): string {
  try {
    return decodeURIComponent(nameOf(address));
  } catch {
    return nameOf(address);
  }
}
