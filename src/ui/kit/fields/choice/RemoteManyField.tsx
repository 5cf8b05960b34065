import { Loader, MultiSelect } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { use } from 'react';
import { relationKey } from '#domain/fields/field';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectStart } from '#machines/shell/admin-shell.machine';
import { selectTreeFailure, selectTreeOptions } from '#machines/fields/option-tree.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { ShellContext } from '../../../base/shell-context.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { fieldId, inputAttributes } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';
import { OptionsCut } from './OptionsCut.tsx';
import { OptionsFailed } from './OptionsFailed.tsx';

const NO_BREAK_SPACES = '\u00a0\u00a0\u00a0';

/** Chooses several records of another section; those of a tree stand indented below their parents. */
export function RemoteManyField(props: FieldInputProps) {
  const { optionTree } = useBundle('choice');
  const { key, field } = props.of;
  const shell = use(ShellContext);
  const ownId = useSelector(shell ?? undefined, (snapshot) => snapshot && selectStart(snapshot)?.admin.id);
  const isWithoutOwn = 'leavesOut' in field && props.record['id'] !== ownId;
  const input = { of: 'of' in field ? field.of : '', isWithoutOwn };
  const actor = useLeafActor(optionTree, { id: `optionTree:${fieldId(props.of)}`, input });
  const options = useSelector(actor, selectTreeOptions);
  const isLoading = useSelector(actor, selectIsBusy);
  const failure = useSelector(actor, selectTreeFailure);
  const value = Array.isArray(props.value) ? props.value.map(String) : [];
  const depthOf = (parentId: number | null): number =>
    parentId === null ? 0 : 1 + depthOf(options.find(({ id }) => id === parentId)?.parentId ?? null);
  const offered = options.map(({ id, parentId, title }) => ({
    value: String(id),
    label: title,
    indent: NO_BREAK_SPACES.repeat(depthOf(parentId)),
  }));
  // What is stored stays to be seen, also where the person could not choose it.
  const stored = Array.isArray(props.record[key]) ? props.record[key].map(String) : [];
  const titles: unknown = props.record[relationKey(key)];
  const titleAt = (index: number): string => {
    const title: unknown = Array.isArray(titles) ? titles[index] : undefined;
    return typeof title === 'string' ? title : `#${stored[index]}`;
  };
  const others = stored.flatMap((id, index) =>
    offered.some((one) => one.value === id) ? [] : [{ value: id, label: titleAt(index), indent: '' }],
  );
  const data = [...offered, ...others];
  return (
    <>
      <MultiSelect
        {...inputAttributes(props)}
        data={data}
        value={value}
        searchable
        selectFirstOptionOnChange
        clearable
        placeholder={value.length === 0 ? t('resources.kit.fields.choose') : ''}
        nothingFoundMessage={t('resources.kit.fields.noMatch')}
        rightSection={isLoading ? <Loader size={16} /> : undefined}
        renderOption={({ option }) => (
          <span>
            {data.find((one) => one.value === option.value)?.indent}
            {option.label}
          </span>
        )}
        onChange={(ids) => props.onChange(ids.map(Number).toSorted((a, b) => a - b))}
      />
      <OptionsCut actor={actor} />
      {failure && <OptionsFailed of={input.of} failure={failure} onRetry={() => actor.send({ type: 'options.retried' })} />}
    </>
  );
}
