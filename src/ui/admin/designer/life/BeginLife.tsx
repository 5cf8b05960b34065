import { Button, Select } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { livingFields } from '#domain/designer/drawing/life-refusal';
import type { Fields } from '#domain/fields/field';
import { selectTypedName, typedNameMachine } from '#machines/designer/typed-name.machine';
import { t } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useAct } from '../base/designer-context.ts';
import { titleIn } from '../base/section-title.ts';
import { Property } from '../properties/Property.tsx';
import classes from './base/life.module.css';

/** Of a new field, where none is chosen. */
const ANEW = '';

/** Where a section has no life: what one is, and the ways to begin it. */
export function BeginLife({ fields }: { readonly fields: Fields }) {
  const act = useAct();
  const chosen = useLeafActor(typedNameMachine, { id: 'lifeField' });
  const field = useSelector(chosen, selectTypedName) ?? ANEW;
  const keys = livingFields(fields);
  return (
    <div className={classes.begin}>
      <IconRoute size={32} stroke={1.5} aria-hidden />
      <h3 className={classes.beginTitle}>{t('designer.life.begin.title')}</h3>
      <p className={classes.beginText}>{t('designer.life.begin.text')}</p>
      <Property label={t('designer.life.begin.field')} tip={t('designer.life.tip.field')}>
        {(ids) => (
          <Select
            {...ids}
            size="sm"
            allowDeselect={false}
            data={[
              { value: ANEW, label: t('designer.life.begin.anew') },
              ...keys.map((key) => ({ value: key, label: titleIn(fields[key]?.label, key) })),
            ]}
            value={field}
            onChange={(value) => value !== null && chosen.send({ type: 'name.typed', text: value })}
          />
        )}
      </Property>
      <Button onClick={() => act({ type: 'life.begun', field: field === ANEW ? null : field })}>{t('designer.life.begin.begin')}</Button>
    </div>
  );
}
