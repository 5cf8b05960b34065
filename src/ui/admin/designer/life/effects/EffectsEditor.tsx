import { Button, Menu } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { effectsAt } from '#domain/life/drawing/life-acts';
import type { ArrowPlace } from '#domain/life/drawing/life-parts';
import type { Effect } from '#domain/life/life';
import { selectSendableFailure } from '#machines/designer/sendable-steps.machine';
import { t } from '../../../../base/i18n.ts';
import { FailureLine } from '../../../../kit/feedback/FailureLine.tsx';
import { Tip } from '../../properties/Property.tsx';
import properties from '../../properties/properties.module.css';
import { addressFields, ledFrom, writableFields } from './effect-fields.ts';
import { EffectEditor } from './EffectEditor.tsx';
import { useLifeAct, useLifeDrawing, type LifeDrawing } from '../base/life-context.ts';
import { effectText } from '../base/life-words.ts';
import classes from '../base/life.module.css';

const KINDS = ['set', 'notify', 'mail', 'comment', 'send'] as const;

/** An effect of its kind to begin with; null where the section has nothing for it. */
function firstEffect(kind: (typeof KINDS)[number], drawing: LifeDrawing): Effect | null {
  const { fields, life } = drawing;
  const [field] = kind === 'mail' ? addressFields(fields) : writableFields(fields, life.field);
  if (kind === 'comment') return { comment: {} };
  if (kind === 'send') {
    const [first] = ledFrom(drawing).flatMap(({ to, steps }) => steps?.slice(0, 1).map((step) => ({ send: step.name, to })) ?? []);
    return first ?? null;
  }
  if (kind === 'notify') return { notify: 'author', title: {} };
  if (field === undefined) return null;
  return kind === 'mail' ? { mail: { field }, title: {} } : { set: field, to: { value: null } };
}

/** What is done beside the step. */
export function EffectsEditor({ arrow }: { readonly arrow: ArrowPlace }) {
  const drawing = useLifeDrawing();
  const { life } = drawing;
  const act = useLifeAct();
  const effects = effectsAt(life, arrow);
  const set = (value: readonly Effect[]) => act({ type: 'arrow.changed', arrow, name: 'effects', value });
  const firsts = KINDS.flatMap((kind) => {
    const first = firstEffect(kind, drawing);
    return first ? [{ kind, first }] : [];
  });
  return (
    <fieldset className={properties.group}>
      <legend>
        {t('designer.life.effects')} <Tip text={t('designer.life.tip.effects')} />
      </legend>
      {effects.length === 0 && <p className={properties.note}>{t('designer.life.noEffects')}</p>}
      {effects.map((effect, index) => (
        <details
          // oxlint-disable-next-line react/no-array-index-key -- an effect is known by its place
          key={index}
          className={classes.leaf}
        >
          <summary>{effectText(effect, drawing)}</summary>
          <EffectEditor effect={effect} onChange={(next) => set(effects.map((one, at) => (at === index ? next : one)))} />
          <Button
            variant="subtle"
            color="red"
            size="compact-xs"
            leftSection={<IconTrash size={13} aria-hidden />}
            onClick={() => set(effects.filter((_, at) => at !== index))}
          >
            {t('designer.life.removeEffect')}
          </Button>
        </details>
      ))}
      <UnreadSteps />
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />}>
            {t('designer.life.addEffect')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {firsts.map(({ kind, first }) => (
            <Menu.Item key={kind} onClick={() => set([...effects, first])}>
              {t(`designer.life.kind.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </fieldset>
  );
}

/** Why nothing of other sections is offered, where it could not be read. */
function UnreadSteps() {
  const drawing = useLifeDrawing();
  const failure = useSelector(drawing.sendable, selectSendableFailure);
  if (!failure || ledFrom(drawing).every(({ steps }) => steps !== null)) return null;
  return (
    <FailureLine
      text={t('designer.life.sendTo.unread')}
      failure={failure}
      onRetry={() => drawing.sendable.send({ type: 'steps.retried' })}
    />
  );
}
