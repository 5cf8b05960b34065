import { use } from 'react';
import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { resourceUrl } from '#domain/base/addresses/resource-url';
import type { MemberInfo } from '#domain/session/people';
import { CdnContext } from '../../base/cdn-context.ts';
import classes from './Avatar.module.css';

export const displayName = ({ nickname, username }: Pick<MemberInfo, 'nickname' | 'username'>): string => nickname || username;

export interface AvatarProps {
  readonly member: Pick<MemberInfo, 'nickname' | 'username' | 'avatar'>;
  readonly sizePx: number;
}

/** The picture, or the first letter of the name. Says nothing by itself: the name stands beside it. */
export function Avatar({ member, sizePx }: AvatarProps) {
  const cdnUrl = use(CdnContext);
  const style = { width: sizePx, height: sizePx, fontSize: Math.round(sizePx * 0.45) };
  if (isPictureAddress(member.avatar))
    return <img className={classes.avatar} src={resourceUrl(member.avatar, cdnUrl)} alt="" width={sizePx} height={sizePx} style={style} />;
  return (
    <span className={classes.avatar} style={style} aria-hidden="true">
      {String.fromCodePoint(displayName(member).codePointAt(0) ?? 32).toUpperCase()}
    </span>
  );
}
