import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { findResource } from '#actors/base/resource-book';
import { selectUses, selectUsesFailure, selectUsesState, type AttachmentUsesRef } from '#machines/files/upload-uses.machine';
import { t } from '#ui/base/i18n.ts';
import type { DeletePreviewProps } from '#ui/kit/table/base/table-extras.ts';
import { FailureText } from '#ui/kit/feedback/FailureText.tsx';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { resourceLabel } from '#ui/kit/resource-texts.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import classes from './attachments.module.css';

/** Under a file in full size: which records use it. */
export function AttachmentDetails({ id }: { readonly id: number }) {
  const actor = useUses([id]);
  return (
    <section className={classes.uses} aria-labelledby={`uses-${id}`}>
      <h3 id={`uses-${id}`} className={classes.usesTitle}>
        {t('upload.uses.title')}
      </h3>
      <Uses actor={actor} none={t('upload.uses.none')} />
    </section>
  );
}

/** In the question before deleting: which records would lose their files. Nothing is deleted before that is known. */
export function AttachmentDeletePreview({ ids, children }: DeletePreviewProps) {
  const actor = useUses(ids);
  const state = useSelector(actor, selectUsesState);
  const { list, more, hidden } = useSelector(actor, selectUses);
  const isUsed = list.length + more + hidden > 0;
  const notice = (
    <div className={classes.uses} role="alert">
      {isUsed && <p className={classes.warning}>{t('upload.uses.warning')}</p>}
      <Uses actor={actor} none={t(ids.length > 1 ? 'upload.uses.noneOfThem' : 'upload.uses.none')} />
    </div>
  );
  return children({ notice, isKnown: state === 'known', isUsed });
}

function useUses(ids: readonly number[]): AttachmentUsesRef {
  const { uses } = useBundle('upload');
  return useLeafActor(uses, { id: `attachmentUses:${ids.join()}`, input: { ids } });
}

/** As the server calls settings, which are no section. */
const SETTING = 'config';

const labelOf = (name: string): string => {
  if (name === SETTING) return t('upload.uses.setting');
  const resource = findResource(name);
  return resource ? resourceLabel(resource) : name;
};

function Uses({ actor, none }: { readonly actor: AttachmentUsesRef; readonly none: string }) {
  const state = useSelector(actor, selectUsesState);
  const { list, more, hidden } = useSelector(actor, selectUses);
  const failure = useSelector(actor, selectUsesFailure);
  if (state === 'finding') return <output>{t('upload.uses.loading')}</output>;
  if (state === 'failed')
    return (
      <p className={classes.warning}>
        {t('upload.uses.failed')} {failure && <FailureText failure={failure} />}{' '}
        <Button variant="default" size="compact-sm" onClick={() => actor.send({ type: 'uses.retried' })}>
          {t('upload.uses.retry')}
        </Button>
      </p>
    );
  if (list.length + hidden === 0) return <p className={classes.none}>{none}</p>;
  return (
    <>
      <ul className={classes.list}>
        {list.map(({ resource, recordId, title }) => (
          <li key={`${resource}:${recordId}`}>
            {t('upload.uses.record', { resource: labelOf(resource), title: title || `#${recordId}` })}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.none}>{t('upload.uses.more', { count: more })}</p>}
      {hidden > 0 && <p className={classes.none}>{t('upload.uses.hidden', { count: hidden })}</p>}
    </>
  );
}
