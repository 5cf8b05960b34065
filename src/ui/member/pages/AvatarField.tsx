import { t } from '../../base/i18n.ts';
import { Suspense } from 'react';
import { chosenAvatar, DEFAULT_AVATAR } from '#domain/session/default-avatar';
import type { MemberInfo } from '#domain/session/people';
import { lazyView } from '../../base/lazy-view.tsx';
import buttons from '../../kit/plain-button.module.css';
import { Avatar } from '../base/Avatar.tsx';
import classes from './pages.module.css';

const AvatarUpload = lazyView(async () => (await import('./AvatarUpload.tsx')).AvatarUpload);

export interface AvatarFieldProps {
  readonly member: Pick<MemberInfo, 'nickname' | 'username' | 'avatar'>;
  /** What the server refused. */
  readonly error: string | undefined;
  readonly onChange: (avatar: string) => void;
}

/** The picture, another one, or none. */
export function AvatarField({ member, error, onChange }: AvatarFieldProps) {
  return (
    <fieldset className={classes.picture} aria-label={t('memberPages.profile.avatar')}>
      {/* Without one of their own, members see what everybody else sees of them. */}
      <Avatar member={{ ...member, avatar: member.avatar || DEFAULT_AVATAR }} sizePx={72} />
      <div className={classes.pictureTools}>
        <Suspense fallback={<div className={classes.uploadRoom} />}>
          <AvatarUpload onStored={onChange} />
        </Suspense>
        {chosenAvatar(member.avatar) !== '' && (
          <button type="button" className={buttons.secondary} onClick={() => onChange('')}>
            {t('memberPages.profile.avatarRemove')}
          </button>
        )}
        {error !== undefined && (
          <p className={classes.pictureError} role="alert">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
