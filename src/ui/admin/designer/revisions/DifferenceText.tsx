import { isSameDesign } from '#domain/designer/drawing/design-difference';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import type { Compared } from '#machines/designer/section-revisions.machine';
import { t } from '../../../base/i18n.ts';
import { titleIn } from '../base/section-title.ts';
import { placeText, propertyText } from '../review/place-text.ts';
import classes from './revisions.module.css';

const titleOf = ({ declaration: { fields } }: SectionDesign, key: string): string => titleIn(fields[key]?.label, key);

const isOfLife = (place: string): boolean => place.startsWith('life.');

/** What a place beside the fields is called: its last word. */
const placeName = (place: string): string => propertyText(place.slice(place.indexOf('.') + 1));

/** What differs between two designs, in words. */
export function DifferenceText({ compared: { before, after, difference } }: { readonly compared: Compared }) {
  const { added, removed, renamed, changed, places } = difference;
  const [old, now] = [before.design, after.design];
  const names = {
    added: added.map((key) => titleOf(now, key)),
    removed: removed.map((key) => titleOf(old, key)),
    renamed: renamed.map(({ from, to }) => `${from} → ${to}`),
    changed: changed.map((key) => titleOf(now, key)),
    life: places.filter(isOfLife).map((place) =>
      placeText(
        place,
        [now, old].map((design) => ({ design, renames: NO_RENAMES })),
      ),
    ),
    places: places.filter((place) => !isOfLife(place)).map(placeName),
  };
  if (isSameDesign(difference)) return <p className={classes.text}>{t('designer.revisions.same')}</p>;
  return (
    <ul className={classes.changes}>
      {(['added', 'removed', 'renamed', 'changed', 'life', 'places'] as const).map(
        (what) =>
          names[what].length > 0 && (
            <li key={what}>
              <span>{t(`designer.revisions.${what}`)}</span> {names[what].join(t('designer.revisions.comma'))}
            </li>
          ),
      )}
    </ul>
  );
}
