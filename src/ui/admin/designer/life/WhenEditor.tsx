import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Leaf } from '#domain/life/life';
import { t } from '../../../base/i18n.ts';
import { Tip } from '../properties/Property.tsx';
import properties from '../properties/properties.module.css';
import { LeafEditor } from './LeafEditor.tsx';
import { firstLeaf } from './leaf-form.ts';
import { useLifeDrawing } from './life-context.ts';
import { leafText } from './life-words.ts';
import classes from './life.module.css';

interface WhenEditorProps {
  readonly title: string;
  readonly tip: string;
  /** Only the record's own fields may be asked for. */
  readonly isOwn: boolean;
  /** Of the conditions as they are. */
  readonly names: readonly string[];
  /** What each and all of them ask; null where that cannot be said plainly. */
  readonly leaves: readonly Leaf[] | null;
  readonly onChange: (leaves: readonly Leaf[]) => void;
}

/** What has to hold: a sentence for each thing that is asked, and a plain form for it. */
export function WhenEditor({ title, tip, isOwn, names, leaves, onChange }: WhenEditorProps) {
  const { life, fields } = useLifeDrawing();
  const of = { events: life.events, fields };
  return (
    <fieldset className={properties.group}>
      <legend>
        {title} <Tip text={tip} />
      </legend>
      {leaves === null ? (
        <div className={properties.listRow}>
          <p className={properties.note}>{t('designer.life.notPlain', { names: names.join(', ') })}</p>
          <ActionIcon aria-label={t('designer.life.removeWhen')} onClick={() => onChange([])}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ) : (
        <>
          {leaves.length === 0 && <p className={properties.note}>{t('designer.life.always')}</p>}
          {leaves.map((leaf, index) => (
            <details
              // oxlint-disable-next-line react/no-array-index-key -- a condition is known by its place
              key={index}
              className={classes.leaf}
            >
              <summary>{leafText(leaf, of)}</summary>
              <LeafEditor leaf={leaf} isOwn={isOwn} onChange={(next) => onChange(leaves.map((one, at) => (at === index ? next : one)))} />
              <Button
                variant="subtle"
                color="red"
                size="compact-xs"
                leftSection={<IconTrash size={13} aria-hidden />}
                onClick={() => onChange(leaves.filter((_, at) => at !== index))}
              >
                {t('designer.life.removeWhen')}
              </Button>
            </details>
          ))}
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...leaves, firstLeaf(fields, life.field)])}
          >
            {t('designer.life.addWhen')}
          </Button>
        </>
      )}
    </fieldset>
  );
}
