import { ActionIcon, Button, MultiSelect, SegmentedControl } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { Field } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { DataLimit } from '#domain/table/resource';
import { selectDeclaration, selectIssueAt, selectShape } from '#machines/designer/section-designer.selectors';
import { t } from '../../../base/i18n.ts';
import { useAct, useDesigning } from '../base/designer-context.ts';
import { ChoiceInput, YesNo } from '../properties/inputs.tsx';
import { Property, Tip } from '../properties/Property.tsx';
import properties from '../properties/properties.module.css';
import { titleIn } from '../base/section-title.ts';

/** Whether an index can have the field, and a list its order. */
const isOrdered = (field: Field): boolean => {
  const { storage, isLong } = describedKind(field);
  return storage !== 'secret' && storage !== 'list' && storage !== 'pairs' && storage !== 'ids' && isLong !== true;
};

/** What is said of the table as a whole: its order, what is searched, what is unique, whose rows are whose. */
export function TableView() {
  const { designer } = useDesigning();
  const { fields } = useSelector(designer, selectDeclaration);
  const ordered = Object.entries(fields).flatMap(([key, field]) =>
    isOrdered(field) ? [{ value: key, label: titleIn(field.label, key) }] : [],
  );
  return (
    <div className={properties.table}>
      <Order data={ordered} />
      <QuickSearch />
      <Lists name="unique" data={ordered} />
      <Lists name="indexes" data={ordered} />
      <Whole />
    </div>
  );
}

interface OrderedProps {
  readonly data: readonly { readonly value: string; readonly label: string }[];
}

function Order({ data }: OrderedProps) {
  const { designer } = useDesigning();
  const act = useAct();
  const { defaultOrder } = useSelector(designer, selectDeclaration);
  const issue = useSelector(designer, selectIssueAt('defaultOrder'));
  const set = (change: Partial<typeof defaultOrder>) =>
    act({ type: 'section.changed', name: 'defaultOrder', value: { ...defaultOrder, ...change } });
  return (
    <fieldset className={properties.group}>
      <legend>{t('designer.table.order')}</legend>
      <ChoiceInput
        label={t('designer.table.orderBy')}
        tip={t('designer.tip.order')}
        error={issue}
        data={data}
        value={defaultOrder.field}
        onChange={(field) => set({ field })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('designer.table.order')}
        data={(['asc', 'desc'] as const).map((value) => ({ value, label: t(`designer.table.${value}`) }))}
        value={defaultOrder.direction}
        onChange={(direction) => set({ direction: direction === 'asc' ? 'asc' : 'desc' })}
      />
    </fieldset>
  );
}

function QuickSearch() {
  const { designer } = useDesigning();
  const act = useAct();
  const { fields } = useSelector(designer, selectDeclaration);
  const texts = Object.entries(fields).filter(([, field]) => describedKind(field).storage === 'text' && !('options' in field));
  const searched = texts.flatMap(([key, field]) => (field.quickSearch ? [key] : []));
  const change = (keys: readonly string[]) => {
    for (const [key] of texts)
      if (keys.includes(key) !== searched.includes(key))
        act({ type: 'field.changed', key, name: 'quickSearch', value: keys.includes(key) || null });
  };
  return (
    <fieldset className={properties.group}>
      <legend>{t('designer.table.quickSearch')}</legend>
      <Property label={t('designer.table.searched')} tip={t('designer.tip.quickSearch')}>
        {(ids) => (
          <MultiSelect
            {...ids}
            size="sm"
            data={texts.map(([key, field]) => ({ value: key, label: titleIn(field.label, key) }))}
            value={searched}
            onChange={change}
          />
        )}
      </Property>
    </fieldset>
  );
}

/** Lists of fields that are unique together, or that have an index. */
function Lists({ name, data }: OrderedProps & { readonly name: 'unique' | 'indexes' }) {
  const { designer } = useDesigning();
  const act = useAct();
  const lists = useSelector(designer, (snapshot) => selectShape(snapshot)[name]);
  const general = useSelector(designer, selectIssueAt(name));
  const set = (value: readonly (readonly string[])[]) => act({ type: 'shape.changed', name, value });
  const free = data.find(({ value }) => value !== 'id' && !lists.some((keys) => keys.length === 1 && keys[0] === value));
  return (
    <fieldset className={properties.group}>
      <legend>
        {t(`designer.table.${name}`)} <Tip text={t(`designer.tip.${name === 'unique' ? 'uniqueTogether' : name}`)} />
      </legend>
      {general !== '' && <p className={properties.error}>{general}</p>}
      {lists.length === 0 && <p className={properties.note}>{t('designer.table.none')}</p>}
      {lists.map((keys, index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- a list is known by its place
          key={index}
          className={properties.listRow}
        >
          <MultiSelect
            size="sm"
            className={properties.grow}
            aria-label={t('designer.table.fieldsOf', { number: index + 1 })}
            data={[...data]}
            value={[...keys]}
            onChange={(next) => set(lists.map((one, at) => (at === index ? next : one)))}
          />
          <ActionIcon
            aria-label={t('designer.table.remove', { number: index + 1 })}
            onClick={() => set(lists.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
          <ListIssue place={`${name}.${index}`} />
        </div>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={!free}
        onClick={() => free && set([...lists, [free.value]])}
      >
        {t('designer.table.add')}
      </Button>
    </fieldset>
  );
}

function ListIssue({ place }: { readonly place: string }) {
  const { designer } = useDesigning();
  const issue = useSelector(designer, selectIssueAt(place));
  return issue === '' ? null : <p className={properties.error}>{issue}</p>;
}

const LIMITS = ['personal', 'allAuth', 'allAuthAndOthers', 'parent'] as const satisfies readonly DataLimit['rule'][];
const OWNER_COLUMN = 'admin_id';

function Whole() {
  const { designer } = useDesigning();
  const act = useAct();
  const { fields, tree, dataLimit } = useSelector(designer, selectDeclaration);
  const { foreignKeys } = useSelector(designer, selectShape);
  const limitIssue = useSelector(designer, selectIssueAt('dataLimit'));
  const hasParent = Object.values(fields).some(({ kind }) => kind === 'parent');
  const rule = typeof dataLimit?.rule === 'string' ? dataLimit.rule : '';
  return (
    <fieldset className={properties.group}>
      <legend>{t('designer.table.records')}</legend>
      {hasParent && (
        <YesNo
          label={t('designer.table.tree')}
          tip={t('designer.tip.tree')}
          value={tree === true}
          onChange={(isTree) => act({ type: 'section.changed', name: 'tree', value: isTree || null })}
        />
      )}
      <YesNo
        label={t('designer.table.foreignKeys')}
        tip={t('designer.tip.foreignKeys')}
        value={foreignKeys === 'kept'}
        onChange={(isKept) => act({ type: 'shape.changed', name: 'foreignKeys', value: isKept ? 'kept' : 'none' })}
      />
      <ChoiceInput
        label={t('designer.table.limit')}
        tip={t('designer.tip.limit')}
        error={limitIssue}
        data={[{ value: '', label: t('designer.limit.none') }, ...LIMITS.map((value) => ({ value, label: t(`designer.limit.${value}`) }))]}
        value={rule}
        onChange={(next) =>
          act({
            type: 'section.changed',
            name: 'dataLimit',
            value: next === '' ? null : { rule: next, ownerColumn: dataLimit?.ownerColumn ?? OWNER_COLUMN },
          })
        }
      />
    </fieldset>
  );
}
