import type { AnyRecord } from '#domain/fields/field';
import type { FieldKind } from '#domain/fields/kinds/registry';
import type { Drawing } from '#domain/designer/drawing/design-act';
import { isSameValue } from '#domain/base/same-value';
import { placesOf } from '#domain/designer/drawing/design-merge';
import type { SendableSection } from '#domain/life/drawing/sendable-steps';
import type { Resource } from '#domain/table/resource';
import { hasText, t, text } from '../../../base/i18n.ts';
import { fieldLabel, resourceLabel } from '../../../kit/resource-texts.ts';
import { kindText } from '../base/kind-text.ts';
import { listed, sectionOf } from '../life/base/life-words.ts';
import { LifeValue } from './LifeValue.tsx';
import { propertyText } from './place-text.ts';
import classes from './review.module.css';

interface PlaceValueProps {
  readonly place: string;
  readonly drawing: Drawing;
  /** What it is beside: of a field only what differs is told. */
  readonly other: Drawing;
  /** What is known of the steps of other sections, which a life may send. */
  readonly sections?: readonly SendableSection[] | null;
}

/** What stands at a place of a design; of a field, its properties that differ. */
export function PlaceValue({ place, drawing, other, sections = null }: PlaceValueProps) {
  const [own, beside] = [valueAt(drawing, place), valueAt(other, place)];
  if (own === undefined) return <span className={classes.gone}>{t('designer.merge.gone')}</span>;
  const { declaration } = drawing.design;
  if (place.startsWith('life.') && declaration.life)
    return (
      <LifeValue
        place={place.slice('life.'.length)}
        own={own}
        beside={beside}
        section={{ ...declaration, life: declaration.life }}
        other={other.design.declaration}
        sections={sections}
      />
    );
  if (!place.startsWith('fields.')) return <code className={classes.value}>{plain(own)}</code>;
  const [mine, theirs] = [own as AnyRecord, (beside ?? {}) as AnyRecord];
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].filter((name) => !isSameValue(mine[name], theirs[name]));
  return (
    <dl className={classes.differences}>
      {names.map((name) => (
        <div key={name}>
          <dt>{propertyText(name)}</dt>
          <dd>{mine[name] === undefined ? t('designer.merge.nothing') : wordOf(name, mine, declaration)}</dd>
        </div>
      ))}
    </dl>
  );
}

function valueAt({ design }: Drawing, place: string): unknown {
  const [root, name] = [place.slice(0, place.indexOf('.')), place.slice(place.indexOf('.') + 1)];
  const { fields, life, ...section } = design.declaration;
  if (root === 'life') return life && placesOf(design)[place];
  const roots: Readonly<Record<string, AnyRecord>> = { fields, section: { ...section }, shape: { ...design.shape } };
  return roots[root]?.[name];
}

/** A value of a property in the words of the page; another section and its fields as they are called there. */
function wordOf(name: string, field: AnyRecord, drawn: Resource): string {
  const value = field[name];
  const target = typeof field['of'] === 'string' ? sectionOf(field['of'], drawn) : undefined;
  if (name === 'of' && target) return resourceLabel(target);
  if (name === 'shows' && target && Array.isArray(value)) return listed(value.map((key) => fieldLabel(target, String(key))));
  if (name === 'kind' && typeof value === 'string') return kindText(value as FieldKind);
  const key = `designer.${name === 'list' ? 'listed' : name}.${String(value)}`;
  return (name === 'search' || name === 'list') && hasText(key) ? text(key) : plain(value);
}

const plain = (value: unknown): string => {
  if (typeof value === 'boolean') return t(value ? 'designer.on' : 'designer.off');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${plain(one)}`)
      .join(' · ');
  return t('designer.merge.nothing');
};
