import { useSelector } from '@xstate/react';
import type { ComponentProps } from 'react';
import { copiedRecord } from '#domain/table/copied-record';
import { hasCall } from '#domain/table/resource';
import { isSameValue } from '#domain/base/same-value';
import { selectTabsRef } from '#machines/shell/admin-shell.machine';
import type { CollectionRef, CollectionSnapshot } from '#machines/table/collection.selectors';
import { t } from '../../base/i18n.ts';
import { newKey } from '../../base/new-key.ts';
import { useShell } from '../../base/shell-context.ts';
import { RecordForm } from '../../kit/form/RecordForm.tsx';
import { visibleRows } from '../../kit/table/base/visible-rows.ts';
import { NewState } from '../life/NewState.tsx';

/** Whether what the open form would write has been forbidden meanwhile. */
const isFormForbidden = ({ context: { form, abilities } }: CollectionSnapshot): boolean =>
  form !== null && !(form.ids.length === 0 ? abilities.mayAdd : abilities.mayEdit);

/** One record alone: of several in turn the next would be opened over the copy. */
const mayCopy = ({ context: { form, abilities } }: CollectionSnapshot): boolean => abilities.mayAdd && form?.of === 1;

/** Which of the records that are edited one after the other is open; undefined for one alone. */
const turnOf = ({ context: { form } }: CollectionSnapshot) =>
  form && form.of > 1 ? { at: form.of - form.ids.length + 1, of: form.of } : undefined;

/** The records beside the one that is open by itself, as the list shows them. */
const neighboursOf = ({ context: { form, rows, expanded } }: CollectionSnapshot) => {
  if (form?.of !== 1 || form.ids.length === 0) return undefined;
  const ids = visibleRows(rows ?? [], expanded).map(({ row }) => row.id);
  const at = ids.indexOf(form.ids[0] ?? 0);
  return at === -1 ? undefined : { before: ids[at - 1] ?? null, after: ids[at + 1] ?? null };
};

interface SectionFormProps extends Pick<ComponentProps<typeof RecordForm>, 'form' | 'resource' | 'Fields' | 'Steps'> {
  readonly collection: CollectionRef;
}

/** The form that a section has opened: which record of how many it is, and the way to those beside it. */
export function SectionForm({ collection, resource, form, ...props }: SectionFormProps) {
  const isForbidden = useSelector(collection, isFormForbidden);
  const turn = useSelector(collection, turnOf, isSameValue);
  const beside = useSelector(collection, neighboursOf, isSameValue);
  const tabs = useSelector(useShell(), selectTabsRef);
  const mayAdd = useSelector(collection, mayCopy) && hasCall(resource, 'add') && props.Fields === undefined;
  const onCopy = () => {
    const { loaded } = form.getSnapshot().context;
    const values = copiedRecord(resource, loaded, (title) => t('resources.kit.form.copyOf', { title }));
    form.send({ type: 'form.closeRequested' });
    collection.send({ type: 'collection.addRequested', key: newKey(), values });
  };
  const onOpen = (record: number) => tabs?.send({ type: 'section.recordShown', resource: resource.name, record });
  return (
    <RecordForm
      {...props}
      form={form}
      NewState={NewState}
      onCopy={mayAdd ? onCopy : undefined}
      resource={resource}
      canRepeat
      isForbidden={isForbidden}
      turn={turn}
      neighbours={beside && { ...beside, onOpen }}
    />
  );
}
