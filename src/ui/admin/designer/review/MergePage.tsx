import { isSameValue } from '#domain/base/same-value';
import { Button, Group, Text } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Drawing } from '#domain/designer/drawing/design-act';
import { selectDisputes, selectDrawing } from '#machines/designer/section-designer.selectors';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import type { SendableSection } from '#domain/life/drawing/sendable-steps';
import { t } from '../../../base/i18n.ts';
import { useSendable } from '../life/base/use-sendable.ts';
import { PlaceValue } from './PlaceValue.tsx';
import { placeText } from './place-text.ts';
import classes from './review.module.css';

interface MergeProps {
  readonly designer: SectionDesignerRef;
}

/** Somebody else has kept another draft meanwhile: for each place that both changed one side is chosen; the rest is put together. */
export function MergePage({ designer }: MergeProps) {
  const places = useSelector(designer, selectDisputes, isSameValue);
  const mine = useSelector(designer, selectDrawing);
  const theirs = useSelector(designer, ({ context }) => context.theirs);
  const sections = useSendable();
  if (!theirs) return null;
  const title = t(theirs.of === 'program' ? 'designer.lives.mergeTitle' : 'designer.merge.title');
  return (
    <section className={classes.page} aria-label={title}>
      <h1 className={classes.title}>{title}</h1>
      <Text size="sm" c="dimmed">
        {theirs.of === 'program'
          ? t(places.length > 0 ? 'designer.lives.merge' : 'designer.lives.mergeNone')
          : t(places.length > 0 ? 'designer.merge.text' : 'designer.merge.none')}
      </Text>
      {places.map((place) => (
        <Place key={place} designer={designer} place={place} mine={mine} theirs={theirs} sections={sections} />
      ))}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => designer.send({ type: 'theirs.taken' })}>
          {t(theirs.of === 'program' ? 'designer.lives.takeProgram' : 'designer.merge.takeTheirs')}
        </Button>
        <Button onClick={() => designer.send({ type: 'merge.accepted' })}>{t('designer.merge.accept')}</Button>
      </Group>
    </section>
  );
}

interface PlaceProps extends MergeProps {
  readonly place: string;
  readonly mine: Drawing;
  readonly theirs: Drawing & { readonly of?: 'program' };
  readonly sections: readonly SendableSection[] | null;
}

function Place({ designer, place, mine, theirs, sections }: PlaceProps) {
  const side = useSelector(designer, ({ context }) => context.sides[place] ?? 'mine');
  return (
    <fieldset className={classes.place}>
      <legend>{placeText(place, [mine, theirs])}</legend>
      {(['mine', 'theirs'] as const).map((one) => (
        <label key={one} className={classes.side} data-chosen={side === one}>
          <input
            type="radio"
            name={`side-${place}`}
            checked={side === one}
            onChange={() => designer.send({ type: 'side.chosen', place, side: one })}
          />
          <span className={classes.sideName}>
            {t(theirs.of === 'program' && one === 'theirs' ? 'designer.lives.programSide' : `designer.merge.${one}`)}
          </span>
          <PlaceValue place={place} drawing={one === 'mine' ? mine : theirs} other={one === 'mine' ? theirs : mine} sections={sections} />
        </label>
      ))}
    </fieldset>
  );
}
