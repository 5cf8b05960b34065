import { isSameValue } from '#domain/base/same-value';
import { useSelector } from '@xstate/react';
import { selectCarriedField, selectFieldPlace } from '#machines/designer/field-palette.machine';
import { selectFieldKeys } from '#machines/designer/section-designer.selectors';
import { t } from '../../../base/i18n.ts';
import { useDesigning } from '../base/designer-context.ts';
import classes from './desk.module.css';
import { FieldRow } from './FieldRow.tsx';

/** With so many a section has only begun: the identifier, a name, and what the program keeps by itself. */
const BEGUN_FIELDS = 5;

/** The fields in the order of the form. Each row listens to its own field, so that typing draws one of them. */
export function FieldList() {
  const { designer, palette } = useDesigning();
  const keys = useSelector(designer, selectFieldKeys, isSameValue);
  const carried = useSelector(palette, selectCarriedField);
  const place = useSelector(palette, selectFieldPlace);
  const moved = carried && 'key' in carried ? carried.key : null;
  const others = keys.filter((key) => key !== moved);
  const markOf = (key: string): 'before' | 'after' | 'carried' | undefined => {
    if (key === moved) return 'carried';
    if (place === null) return undefined;
    const index = others.indexOf(key);
    if (index === place) return 'before';
    return place === others.length && index === others.length - 1 ? 'after' : undefined;
  };
  return (
    <>
      <ol className={classes.fields} data-field-list aria-label={t('designer.desk.fields')}>
        {keys.map((key) => (
          <FieldRow key={key} fieldKey={key} mark={markOf(key)} />
        ))}
      </ol>
      {keys.length <= BEGUN_FIELDS && <p className={classes.begun}>{t('designer.desk.begun')}</p>}
      <output className={classes.hidden}>
        {place !== null && t('designer.desk.place', { place: place + 1, places: moved === null ? keys.length + 1 : keys.length })}
      </output>
    </>
  );
}
