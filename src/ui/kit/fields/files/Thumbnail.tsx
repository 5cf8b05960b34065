import { IconPhoto } from '@tabler/icons-react';
import { use } from 'react';
import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { resourceUrl } from '#domain/base/addresses/resource-url';
import { CdnContext } from '../../../base/cdn-context.ts';
import classes from '../base/fields.module.css';

interface ThumbnailProps {
  readonly address: string;
  readonly sizePx: number;
  /** Left out where words beside it say the same. */
  readonly alt?: string;
}

/** A picture in a square, or the sign for one where the address shows none. */
export function Thumbnail({ address, sizePx, alt = '' }: ThumbnailProps) {
  const cdnUrl = use(CdnContext);
  return (
    <span className={classes.thumbnail} style={{ width: sizePx, height: sizePx }}>
      <IconPhoto size={sizePx / 2} stroke={1.5} aria-hidden />
      {isPictureAddress(address) && <img key={address} src={resourceUrl(address, cdnUrl)} alt={alt} loading="lazy" decoding="async" />}
    </span>
  );
}
