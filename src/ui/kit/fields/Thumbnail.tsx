import { IconPhoto } from '@tabler/icons-react';
import { isPictureAddress } from '#domain/picture-address';
import classes from './fields.module.css';

interface ThumbnailProps {
  readonly address: string;
  readonly sizePx: number;
}

/** A picture in a square, or the sign for one where the address shows none. */
export function Thumbnail({ address, sizePx }: ThumbnailProps) {
  return (
    <span className={classes.thumbnail} style={{ width: sizePx, height: sizePx }}>
      <IconPhoto size={sizePx / 2} stroke={1.5} aria-hidden />
      {isPictureAddress(address) && <img key={address} src={address} alt="" loading="lazy" decoding="async" />}
    </span>
  );
}
