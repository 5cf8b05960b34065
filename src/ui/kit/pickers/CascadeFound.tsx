import { Button, Loader } from '@mantine/core';
import { useSelector } from '@xstate/react';
import {
  selectFoundIndex,
  selectFoundPaths,
  selectLevelFailure,
  selectCascadeText,
  type CascadePickerRef,
} from '#machines/fields/cascade-picker.machine';
import { t } from '../../base/i18n.ts';
import { failureText } from '../feedback/FailureText.tsx';
import classes from './cascade.module.css';
import { foundId, leaveSearch, treeId } from './cascade-ids.ts';

/** The ways that a text stands on, in the place of the levels. */
export function CascadeFound({ actor, id }: { readonly actor: CascadePickerRef; readonly id: string }) {
  const found = useSelector(actor, selectFoundPaths);
  const text = useSelector(actor, selectCascadeText);
  const current = useSelector(actor, selectFoundIndex);
  const failure = useSelector(actor, selectLevelFailure);
  if (failure) {
    return (
      <div className={classes.word} role="alert">
        {failureText(failure)}
        <Button variant="default" size="compact-sm" tabIndex={-1} onClick={() => actor.send({ type: 'picker.retried' })}>
          {t('cascade.retry')}
        </Button>
      </div>
    );
  }
  if (!found) {
    return (
      <output className={classes.word}>
        <Loader size={16} />
        {t('cascade.searching')}
      </output>
    );
  }
  if (found.length === 0) return <output className={classes.word}>{t('cascade.notFound', { text: text.trim() })}</output>;
  return (
    // The keyboard stays in the box above, which names what is active here.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a list of choices without a box
    <div id={treeId(id)} role="listbox" aria-label={t('cascade.found')} className={classes.found}>
      {found.map(({ value, labels }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={value.join()}
          id={foundId(id, index)}
          ref={index === current ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a choice that has parts
          role="option"
          aria-selected={index === current}
          data-active={index === current || undefined}
          className={classes.option}
          title={labels.join(' / ')}
          onClick={() => {
            leaveSearch(id);
            actor.send({ type: 'picker.foundPressed', index });
          }}
        >
          <span className={classes.way}>
            {labels.slice(0, -1).map((label) => `${label} / `)}
            <b>{labels.at(-1)}</b>
          </span>
        </div>
      ))}
    </div>
  );
}
