import { requireResource } from '#actors/base/resource-book';
import type { Field } from '#domain/fields/field';
import { pageLanguage, t } from '../../../../base/i18n.ts';
import { RemoteSelectField } from '../../../../kit/fields/choice/RemoteSelectField.tsx';

interface GroupLeafProps {
  readonly leaf: { readonly inGroup: number };
  readonly onChange: (leaf: { readonly inGroup: number }) => void;
}

const nothing = (): void => {};
const KEY = 'inGroup';
const said = (text: string) => ({ [pageLanguage()]: text });

/** The group of administrators that whoever takes the step is in. */
export function GroupLeaf({ leaf, onChange }: GroupLeafProps) {
  const field: Field = {
    kind: 'remoteSelect',
    of: 'adminGroup',
    required: true,
    label: said(t('designer.life.inGroup')),
    hint: said(t('designer.life.tip.inGroup')),
  };
  return (
    <RemoteSelectField
      of={{ resource: { ...requireResource(field.of), fields: { [KEY]: field } }, key: KEY, field }}
      value={leaf.inGroup}
      record={{}}
      error={undefined}
      readOnly={false}
      onChange={(value) => typeof value === 'number' && onChange({ inGroup: value })}
      onLeave={nothing}
    />
  );
}
