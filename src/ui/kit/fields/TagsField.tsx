import { TagsInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { findResource } from '#actors/base/resource-book';
import { selectTags } from '#machines/fields/tag-options.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { fieldId, inputAttributes, invitation } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';

/** Free tags; those that other records of a section have are offered while they are typed. */
export function TagsField(props: FieldInputProps) {
  const { resource, key } = props.of;
  // Settings and previews look like sections without being one.
  const hasRecords = findResource(resource.name)?.fields[key]?.kind === 'tags';
  return hasRecords ? <OfferedTags {...props} /> : <TagsBox input={props} offered={[]} />;
}

function OfferedTags(props: FieldInputProps) {
  const { resource, key } = props.of;
  const { tagOptions } = useBundle('choice');
  const actor = useLeafActor(tagOptions, { id: `tagOptions:${fieldId(props.of)}`, input: { of: resource.name, field: key } });
  const offered = useSelector(actor, selectTags);
  return <TagsBox input={props} offered={offered} onEnter={() => actor.send({ type: 'tags.asked' })} />;
}

interface TagsBoxProps {
  readonly input: FieldInputProps;
  readonly offered: readonly string[];
  readonly onEnter?: () => void;
}

/** Both commas end a tag, since both are typed and neither may be part of one. */
function TagsBox({ input, offered, onEnter }: TagsBoxProps) {
  const value = Array.isArray(input.value) ? input.value.map(String) : [];
  return (
    <TagsInput
      {...inputAttributes(input)}
      value={value}
      data={offered}
      splitChars={[',', '，']}
      placeholder={value.length === 0 ? invitation(input, t('resources.kit.fields.tagsHint')) : ''}
      onFocus={onEnter}
      onChange={(tags) => input.onChange([...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))])}
    />
  );
}
