import { useSelector } from '@xstate/react';
import { selectBinContent, selectBinFailure } from '#machines/changes/bin-sections.machine';
import { useChosenSection, useChooseSection } from '#ui/admin/changes/SectionPicker.tsx';
import { t } from '#ui/base/i18n.ts';
import { changedSectionLabel } from '#ui/kit/changes/change-words.ts';
import { FailureLine } from '#ui/kit/feedback/FailureLine.tsx';
import type { ListProps } from '#ui/kit/table/base/table-extras.ts';
import classes from '#ui/admin/changes/entries.module.css';
import { useBin } from './bin-context.ts';

/** The sections that something was deleted from, each with how much of it; the pressed one is what the list shows. */
export function BinChips({ collection }: Pick<ListProps, 'collection'>) {
  const bin = useBin();
  const content = useSelector(bin, selectBinContent);
  const failure = useSelector(bin, selectBinFailure);
  const chosen = useChosenSection(collection);
  const choose = useChooseSection(collection);
  if (failure)
    return <FailureLine text={t('changes.bin.sectionsFailed')} failure={failure} onRetry={() => bin.send({ type: 'bin.retried' })} />;
  if (!content || (content.sections.length < 2 && chosen === '')) return null;
  const total = content.sections.reduce((sum, { count }) => sum + count, 0);
  const chips = [{ resource: '', count: total }, ...content.sections];
  return (
    <fieldset className={classes.chips} aria-label={t('changes.timeline.section')}>
      {chips.map(({ resource, count }) => (
        <button
          key={resource}
          type="button"
          className={classes.chip}
          aria-pressed={chosen === resource}
          onClick={() => choose(chosen === resource ? '' : resource)}
        >
          {resource === '' ? t('changes.timeline.allSections') : changedSectionLabel(resource)}{' '}
          <span className={classes.count}>{count}</span>
        </button>
      ))}
    </fieldset>
  );
}
