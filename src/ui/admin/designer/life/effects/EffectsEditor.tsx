import { Button, Menu } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { effectsAt } from '#domain/life/drawing/life-acts';
import type { ArrowPlace } from '#domain/life/drawing/life-parts';
import type { Effect } from '#domain/life/life';
import { t } from '../../../../base/i18n.ts';
import { Tip } from '../../properties/Property.tsx';
import properties from '../../properties/properties.module.css';
import { addressFields, ledFrom, writableFields } from './effect-fields.ts';
import { EffectEditor } from './EffectEditor.tsx';
import { useLifeAct, useLifeDrawing, type LifeDrawing } from '../base/life-context.ts';
import { effectText } from '../base/life-words.ts';
import classes from '../base/life.module.css';

const KINDS = ['set', 'notify', 'mail', 'comment', 'send'] as const;

/** An effect of its kind to begin with; null where the section has nothing for it. */
function firstEffect(kind: (typeof KINDS)[number], { fields, life, section }: LifeDrawing): Effect | null {
  const [field] = kind === 'mail' ? addressFields(fields) : writableFields(fields, life.field);
  if (kind === 'comment') return { comment: {} };
  if (kind === 'send') {
    const [to] = ledFrom(section);
    return to ? { send: 'event1', to } : null;
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
