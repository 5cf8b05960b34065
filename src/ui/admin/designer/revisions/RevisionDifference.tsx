import { Select } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isSameValue } from '#domain/base/same-value';
import type { Drawing } from '#domain/designer/drawing/design-act';
import { NO_RENAMES } from '#domain/designer/section-design';
import {
  selectCompared,
  type Compared,
  type SectionRevision,
  type SectionRevisionsRef,
} from '#machines/designer/section-revisions.machine';
import { t } from '../../../base/i18n.ts';
import { timeText } from '../../../kit/cells/time-text.ts';
import { useSendable } from '../life/base/use-sendable.ts';
import { PlaceValue } from '../review/PlaceValue.tsx';
import { placeText } from '../review/place-text.ts';
import classes from './revisions.module.css';

interface DifferenceProps {
  readonly revisions: SectionRevisionsRef;
}

const nameOf = ({ revision, createTime }: SectionRevision): string =>
  `${t('designer.start.number', { number: revision })} · ${timeText(createTime)}`;

/** Two revisions side by side: what stood at each place that differs, and what stands there. */
export function RevisionDifference({ revisions }: DifferenceProps) {
  const compared = useSelector(revisions, selectCompared, isSameValue);
  const list = useSelector(revisions, ({ context }) => context.list);
  const chosen = useSelector(revisions, ({ context }) => context.chosen);
  const other = compared && (compared.after.id === chosen ? compared.before : compared.after);
  return (
    <div className={classes.difference}>
      <Select
        size="sm"
        label={t('designer.revisions.against')}
        allowDeselect={false}
        data={list.filter(({ id }) => id !== chosen).map((one) => ({ value: String(one.id), label: nameOf(one) }))}
        value={other ? String(other.id) : null}
        onChange={(id) => id !== null && revisions.send({ type: 'against.chosen', id: Number(id) })}
      />
      {compared && <Places compared={compared} />}
    </div>
  );
}

const drawingOf = ({ design }: SectionRevision): Drawing => ({ design, renames: NO_RENAMES });

function Places({ compared: { before, after, difference } }: { readonly compared: Compared }) {
  const sections = useSendable();
  const [old, now] = [drawingOf(before), drawingOf(after)];
  const fields = [...difference.removed, ...difference.added, ...difference.changed].map((key) => `fields.${key}`);
  const places = [...fields, ...difference.places.filter((place) => place.includes('.'))];
  return (
    <>
      {difference.renamed.map(({ from, to }) => (
        <div key={from} className={classes.place}>
          <b>{t('designer.merge.field', { name: `${from} → ${to}` })}</b>
        </div>
      ))}
      {places.map((place) => (
        <div key={place} className={classes.place}>
          <b>{placeText(place, [now, old])}</b>
          <div className={classes.sides}>
            <div>
              <span className={classes.by}>{t('designer.revisions.in', { number: before.revision })}</span>
              <PlaceValue place={place} drawing={old} other={now} sections={sections} />
            </div>
            <div>
              <span className={classes.by}>{t('designer.revisions.in', { number: after.revision })}</span>
              <PlaceValue place={place} drawing={now} other={old} sections={sections} />
            </div>
          </div>
        </div>
      ))}
      {places.length + difference.renamed.length === 0 && <p className={classes.text}>{t('designer.revisions.same')}</p>}
    </>
  );
}
