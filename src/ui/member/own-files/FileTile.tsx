import { IconTrash } from '@tabler/icons-react';
import { fileSizeInWords } from '#domain/base/file-size';
import { suffixOf } from '#domain/files/upload-rules';
import { resourceUrl } from '#domain/base/addresses/resource-url';
import type { OwnFile } from '#machines/files/own-files.machine';
import { t } from '../../base/i18n.ts';
import { useSite } from '../../base/use-site.ts';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import classes from './own-files.module.css';

export interface FileTileProps {
  readonly file: OwnFile;
  readonly onRemove: () => void;
}

/** One file: what it looks like, what it is called, how large it is and when it came. */
export function FileTile({ file: { name, fullUrl, sizeBytes, isPicture, createTime, isAvatar }, onRemove }: FileTileProps) {
  const address = resourceUrl(fullUrl, useSite().cdnUrl);
  return (
    <li className={classes.tile}>
      <a className={classes.look} href={address} target="_blank" rel="noreferrer" aria-label={t('safety.files.open', { name })}>
        {isPicture ? <img src={address} alt="" loading="lazy" decoding="async" /> : <span aria-hidden="true">{suffixOf(name) || '–'}</span>}
      </a>
      <div className={classes.facts}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <span className={classes.about}>
          {fileSizeInWords(sizeBytes)} · <time dateTime={timeAttribute(createTime)}>{timeText(createTime)}</time>
        </span>
        {isAvatar && <span className={classes.mark}>{t('safety.files.isAvatar')}</span>}
      </div>
      {!isAvatar && (
        <button
          type="button"
          className={classes.remove}
          title={t('safety.files.remove')}
          aria-label={t('safety.files.removeThis', { name })}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}
