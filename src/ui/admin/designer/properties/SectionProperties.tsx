import { TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Field } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import { PLACE_AT_TOP, type Resource } from '#domain/table/resource';
import { selectDeclaration, selectIssueAt } from '#machines/designer/section-designer.selectors';
import { selectMenuItems } from '#machines/shell/admin-shell.machine';
import { t, text } from '../../../base/i18n.ts';
import { useShell } from '../../../base/shell-context.ts';
import type { FieldRef } from '../../../kit/fields/base/field-input.ts';
import { IconSelectField } from '../../../kit/fields/icon/IconSelectField.tsx';
import { useAct, useDesigning } from '../base/designer-context.ts';
import { titleIn } from '../base/section-title.ts';
import { AmountInput, ChoiceInput, TextPair } from './inputs.tsx';
import { Property } from './Property.tsx';
import classes from './properties.module.css';

/** What is said of the section as a whole: what it is called, where it stands, what names a record. */
export function SectionProperties() {
  const { designer } = useDesigning();
  const act = useAct();
  const declaration = useSelector(designer, selectDeclaration);
  const isPublished = useSelector(designer, ({ context }) => context.published !== null);
  const labelIssue = useSelector(designer, selectIssueAt('label'));
  const nameIssue = useSelector(designer, selectIssueAt('name'));
  const tableIssue = useSelector(designer, selectIssueAt('table'));
  const addressIssue = useSelector(designer, selectIssueAt('controller'));
  const titleIssue = useSelector(designer, selectIssueAt('titleField'));
  const titleInIssue = useSelector(designer, selectIssueAt('titleIn'));
  const { fields, titleField, titleIn: ownTitles = {}, table, controller, label } = declaration;
  const titles = Object.entries(fields)
    .filter(([, field]) => describedKind(field).storage === 'text' && !describedKind(field).isLong)
    .map(([key, field]) => ({ value: key, label: titleIn(field.label, key) }));
  return (
    <div className={classes.groups}>
      <div className={classes.group}>
        <TextPair
          label={t('designer.section.label')}
          tip={t('designer.tip.sectionLabel')}
          error={labelIssue}
          value={label}
          onChange={(value) => act({ type: 'section.changed', name: 'label', value })}
        />
        <ChoiceInput
          label={t('designer.section.titleField')}
          tip={t('designer.tip.titleField')}
          error={titleIssue}
          data={[...titles, { value: 'id', label: 'ID' }]}
          value={titleField}
          onChange={(value) => act({ type: 'section.changed', name: 'titleField', value })}
        />
        <ChoiceInput
          label={t('designer.section.titleEn')}
          tip={t('designer.tip.titleEn')}
          error={titleInIssue}
          data={[{ value: '', label: t('designer.section.titleEnNone') }, ...titles.filter(({ value }) => value !== titleField)]}
          value={ownTitles.en ?? ''}
          onChange={(value) => act({ type: 'section.changed', name: 'titleIn', value: value === '' ? {} : { en: value } })}
        />
      </div>
      <MenuProperties declaration={declaration} isPublished={isPublished} />
      <fieldset className={classes.group}>
        <legend>{t('designer.group.names')}</legend>
        {nameIssue !== '' && (
          <p role="alert" className={classes.error}>
            {nameIssue}
          </p>
        )}
        <NameText label={t('designer.section.table')} tip={t('designer.tip.table')} error={tableIssue} value={table} name="table" />
        <NameText
          label={t('designer.section.controller')}
          tip={t('designer.tip.controller')}
          error={addressIssue}
          value={controller}
          name="controller"
        />
      </fieldset>
    </div>
  );
}

interface NameTextProps {
  readonly label: string;
  readonly tip: string;
  readonly error: string;
  readonly value: string;
  readonly name: 'table' | 'controller';
}

/** Letters that no such name has are not taken: the draft could not be kept with them. */
const LETTERS = { table: /^[a-z][a-z0-9_]{1,40}$/u, controller: /^[a-z][a-zA-Z0-9]*(?:\.[A-Za-z][a-zA-Z0-9]*)*$/u } as const;

function NameText({ label, tip, error, value, name }: NameTextProps) {
  const act = useAct();
  return (
    <Property label={label} tip={tip} error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          size="sm"
          spellCheck={false}
          autoComplete="off"
          maxLength={41}
          error={error !== ''}
          classNames={{ input: classes.code ?? '' }}
          defaultValue={value}
          key={value}
          onBlur={({ currentTarget }) => {
            if (LETTERS[name].test(currentTarget.value)) act({ type: 'section.changed', name, value: currentTarget.value });
            else currentTarget.value = value;
          }}
        />
      )}
    </Property>
  );
}

interface MenuPropertiesProps {
  readonly declaration: Resource;
  readonly isPublished: boolean;
}

/** Where its page stands at first; later the menu is arranged under its own rules. */
function MenuProperties({ declaration, isPublished }: MenuPropertiesProps) {
  const act = useAct();
  const items = useSelector(useShell(), selectMenuItems);
  const { menu = PLACE_AT_TOP } = declaration;
  const directories = items.filter(({ kind }) => kind === 'directory').map(({ name, title }) => ({ value: name, label: text(title) }));
  const set = (change: Partial<NonNullable<Resource['menu']>>) =>
    act({ type: 'section.changed', name: 'menu', value: { ...menu, ...change } });
  return (
    <fieldset className={classes.group}>
      <legend>{t('designer.group.menu')}</legend>
      {isPublished ? (
        <p className={classes.note}>{t('designer.section.menuLater')}</p>
      ) : (
        <>
          <ChoiceInput
            label={t('designer.section.under')}
            tip={t('designer.tip.under')}
            data={[{ value: '', label: t('designer.section.top') }, ...directories]}
            value={typeof menu.under === 'string' ? menu.under : menu.under.name}
            onChange={(under) => set({ under })}
          />
          <IconSelectField
            of={iconOf(t('designer.section.icon'), t('designer.tip.icon'))}
            value={menu.icon}
            record={{}}
            error={undefined}
            readOnly={false}
            onChange={(icon) => typeof icon === 'string' && set({ icon: icon === '' ? PLACE_AT_TOP.icon : icon })}
            onLeave={() => undefined}
          />
          <AmountInput
            label={t('designer.section.weight')}
            tip={t('designer.tip.weight')}
            value={menu.sortOrder}
            onChange={(sortOrder) => set({ sortOrder: sortOrder ?? 0 })}
          />
        </>
      )}
    </fieldset>
  );
}

/** Inputs belong to a resource; this one belongs to the designer. */
function iconOf(label: string, hint: string): FieldRef {
  const field: Field = { kind: 'iconSelect', label: { 'zh-cn': label, en: label }, hint: { 'zh-cn': hint, en: hint } };
  const resource: Resource = {
    name: 'design',
    controller: 'crud.Crud',
    table: '',
    titleField: 'icon',
    rowActions: [],
    defaultOrder: { field: 'icon', direction: 'asc' },
    fields: { icon: field },
  };
  return { resource, key: 'icon', field };
}
