import { useSelector } from '@xstate/react';
import { findResource } from '#actors/base/resource-book';
import { selectRelated, selectRelatedTarget, type RelatedChoiceRef } from '#machines/table/related-choice.machine';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { RemoteCombobox } from '../../fields/choice/RemoteCombobox.tsx';
import type { DeletePreviewProps } from '../base/table-extras.ts';

interface MoveTargetProps extends Pick<DeletePreviewProps, 'resource' | 'ids'> {
  readonly actor: RelatedChoiceRef;
}

const NO_RECORD = {};

/** Where they go: any record of the section that stays, by the field that names it. */
export function MoveTarget({ actor, resource, ids }: MoveTargetProps) {
  const { remoteSelect } = useBundle('choice');
  const target = useSelector(actor, selectRelatedTarget);
  const { list } = useSelector(actor, selectRelated);
  const options = useLeafActor(remoteSelect, {
    id: 'remoteSelect:moveTarget',
    input: { of: resource.name, value: target, label: null },
  });
  const asking = findResource(list[0]?.resource ?? '');
  const [key, field] = Object.entries(asking?.fields ?? {}).find(([, one]) => 'onDelete' in one && one.of === resource.name) ?? [];
  if (!asking || key === undefined || !field) return null;
  return (
    <RemoteCombobox
      actor={options}
      of={{ resource: asking, key, field: { ...field, required: true } }}
      banned={ids}
      value={target}
      record={NO_RECORD}
      error={undefined}
      readOnly={false}
      onChange={(value) => actor.send({ type: 'related.targetPicked', target: typeof value === 'number' ? value : null })}
      onLeave={() => {}}
    />
  );
}
