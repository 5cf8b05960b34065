import { useSelector } from '@xstate/react';
import { selectIsNarrow } from '#machines/app/layout.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import classes from './cascade.module.css';
import { CascadePicker } from './CascadePicker.tsx';

export interface ProjectPickerProps {
  readonly label?: string;
  /** How many levels. */
  readonly lv?: number;
  readonly type?: number;
  readonly widthPx?: number;
}

/** Which project or product the administrator works on; remembered by the server. Source: specification §2, §9 "Project selector". */
export function ProjectPicker({ label = t('cascade.project'), lv = 2, type = 1, widthPx = 300 }: ProjectPickerProps) {
  const { cascadePicker } = useBundle('dashboard');
  const isNarrow = useSelector(useApp().layout, selectIsNarrow);
  const id = `project-${type}`;
  const actor = useLeafActor(cascadePicker, {
    id: `projectPicker:${type}`,
    input: { source: { kind: 'project', type }, lv, value: null, labels: null },
  });
  return (
    <div className={classes.project} style={isNarrow ? undefined : { width: widthPx }}>
      <CascadePicker actor={actor} id={id} placeholder={label} shape={isNarrow ? 'icon' : 'named'} isClearable />
    </div>
  );
}
