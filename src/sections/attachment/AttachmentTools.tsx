import { useSelector } from '@xstate/react';
import { searchOf, type SearchCondition } from '#domain/table/resource-query';
import { selectQuery, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { UploadOwnerContext } from '#ui/kit/files/upload-owner.ts';
import { UploadField } from '#ui/kit/files/UploadField.tsx';
import classes from './attachments.module.css';

type Family = 'image' | 'video' | 'audio' | 'document' | 'archive';

/** Families of files, and what the list is searched for. Documents and archives have too many types to be named by them. */
const FAMILIES: Readonly<Record<Family, SearchCondition>> = {
  image: { field: 'mimeType', operator: 'LIKE', value: 'image/' },
  video: { field: 'mimeType', operator: 'LIKE', value: 'video/' },
  audio: { field: 'mimeType', operator: 'LIKE', value: 'audio/' },
  document: { field: 'suffix', operator: 'IN', value: 'pdf,doc,docx,xls,xlsx,ppt,pptx,odt,ods,odp,rtf,txt,md,csv,json' },
  archive: { field: 'suffix', operator: 'IN', value: 'zip,rar,7z,tar,gz,tgz,bz2,xz' },
};

const isFamily = (condition: SearchCondition): boolean =>
  Object.values(FAMILIES).some(
    ({ field, operator, value }) => condition.field === field && condition.operator === operator && condition.value === value,
  );

/** Uploading several files at once, and which family of files is shown. */
export function AttachmentTools({ collection }: { readonly collection: CollectionRef }) {
  // Its words come with the uploads.
  useBundle('upload');
  const query = useSelector(collection, selectQuery);
  const current = query.search.find(isFamily)?.value;
  // A family narrows each group of conditions that may hold.
  const show = (condition: SearchCondition | null) => {
    const groups = [query.search, ...query.alternatives].map((group) => [
      ...group.filter((one) => !isFamily(one)),
      ...(condition ? [condition] : []),
    ]);
    collection.send({ type: 'collection.searched', ...searchOf(groups) });
  };
  const choice = (name: 'all' | Family, condition: SearchCondition | null) => (
    <label key={name} className={classes.family}>
      <input type="radio" name="attachmentFamily" checked={current === condition?.value} onChange={() => show(condition)} />
      {t(`upload.types.${name}`)}
    </label>
  );
  return (
    <>
      <UploadOwnerContext value={collection}>
        <UploadField
          id="attachments-upload"
          accepts="file"
          room={() => Infinity}
          after="listed"
          look="tool"
          hasPicker={false}
          onStored={() => collection.send({ type: 'collection.refreshed' })}
        />
      </UploadOwnerContext>
      <fieldset className={classes.families}>
        <legend>{t('upload.types.label')}</legend>
        {choice('all', null)}
        {(Object.keys(FAMILIES) as Family[]).map((family) => choice(family, FAMILIES[family]))}
      </fieldset>
    </>
  );
}
