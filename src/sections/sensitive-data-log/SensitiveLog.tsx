import { Button, Checkbox } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { use, useMemo, type ReactNode } from 'react';
import { findResource } from '#actors/base/resource-book';
import { isPermitted } from '#domain/rights/permission';
import { recordHref } from '#domain/shell/palette';
import { pagePathOf, type Resource } from '#domain/table/resource';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { entriesWindowLogic } from '#machines/changes/change-windows.logic';
import { selectIsRevealed, selectRevealFailure } from '#machines/changes/reveal.machine';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { selectRows, selectSelection, type CollectionRef } from '#machines/table/collection.selectors';
import classes from '#ui/admin/changes/entries.module.css';
import { CdnContext } from '#ui/base/cdn-context.ts';
import { AppLink } from '#ui/base/AppLink.tsx';
import { t } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useShell } from '#ui/base/shell-context.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';
import { timeAttribute, timeText } from '#ui/kit/cells/time-text.ts';
import { DifferenceValue } from '#ui/kit/changes/DifferenceValue.tsx';
import { changedSectionLabel, recordTitle } from '#ui/kit/changes/change-words.ts';
import { FailureText } from '#ui/kit/feedback/FailureText.tsx';
import type { ListProps } from '#ui/kit/table/base/table-extras.ts';
import { RollBackDialog } from './RollBackDialog.tsx';
import { sensitiveEntryOf, type SensitiveEntry } from './sensitive-entry.ts';
import { ROLL_BACK } from './SensitiveTools.tsx';

const REVEAL = 'security/sensitiveDataLog/reveal';

/** Every change of a watched field: which, of which record, by whom; its values in part until somebody asks to see them. */
export function SensitiveLog({ collection }: ListProps) {
  const rows = useSelector(collection, selectRows);
  const isBusy = useSelector(collection, selectIsBusy);
  const facts = useSelector(useShell(), permissionFacts, (a, b) => a.urls === b.urls);
  const window = useLeafActor(entriesWindowLogic, { id: 'rollBackOne' });
  const onRollBack = isPermitted(ROLL_BACK, facts)
    ? ({ id, resource }: SensitiveEntry) => window.send({ type: 'disclosure.opened', shown: { ids: [id], resources: [resource] } })
    : null;
  return (
    <div className={classes.list} aria-busy={isBusy}>
      <ul className={classes.entries}>
        {rows.map((row) => (
          <SensitiveItem
            key={row.id}
            entry={sensitiveEntryOf(row)}
            collection={collection}
            canReveal={isPermitted(REVEAL, facts)}
            onRollBack={onRollBack}
          />
        ))}
      </ul>
      <RollBackDialog window={window} collection={collection} />
    </div>
  );
}

interface Sides {
  readonly before: ReactNode;
  /** Undefined where the values come with `reveal` alone. */
  readonly after: ReactNode;
}

interface SensitiveItemProps {
  readonly entry: SensitiveEntry;
  readonly collection: CollectionRef;
  readonly canReveal: boolean;
  /** null where the person may not. */
  readonly onRollBack: ((entry: SensitiveEntry) => void) | null;
}

function SensitiveItem({ entry, collection, canReveal, onRollBack }: SensitiveItemProps) {
  const { id, resource: name, recordId, field, who, at } = entry;
  const { newReveal } = useBundle('changes');
  const { logic, values } = useMemo(() => newReveal(), [newReveal]);
  const reveal = useLeafActor(logic, { id: `reveal:${id}`, input: { id } });
  const isRevealed = useSelector(reveal, selectIsRevealed);
  const isRevealing = useSelector(reveal, selectIsBusy);
  const failure = useSelector(reveal, selectRevealFailure);
  const isSelected = useSelector(collection, (snapshot) => selectSelection(snapshot).includes(id));
  const title = recordTitle(entry.title, recordId);
  const resource = findResource(name);
  const bare = isRevealed ? values() : null;
  const told: Sides = bare
    ? { before: bareText(bare.before), after: bareText(bare.after) }
    : {
        before: entry.before && <ToldValue entry={entry} resource={resource} side="before" />,
        after: entry.after === undefined ? undefined : entry.after && <ToldValue entry={entry} resource={resource} side="after" />,
      };
  return (
    <li className={classes.entry}>
      <div className={classes.line}>
        <Checkbox
          aria-label={t('changes.sensitive.select', { title, field })}
          checked={isSelected}
          onChange={() => collection.send({ type: 'collection.rowToggled', id })}
        />
        <div className={classes.change}>
          <strong>{field}</strong>
          {resource ? (
            <AppLink to={recordHref(resource, `/admin/${pagePathOf(resource)}`, { id: recordId, title: entry.title })}>{title}</AppLink>
          ) : (
            <span>{title}</span>
          )}
          <span className={classes.soft}>{changedSectionLabel(name)}</span>
          {told.after !== undefined && (
            <output className={classes.value}>
              <span
                className={classes.value}
                data-side="before"
                data-masked={(entry.isMasked && bare === null) || undefined}
                data-empty={!told.before}
              >
                {told.before || t('changes.empty')}
              </span>{' '}
              <IconArrowRight size={14} aria-hidden />{' '}
              <span className={classes.value} data-empty={!told.after}>
                {told.after || t('changes.empty')}
              </span>
            </output>
          )}
          {failure && (
            <span role="alert" className={classes.failed}>
              {t('changes.sensitive.revealFailed')} <FailureText failure={failure} />
            </span>
          )}
        </div>
        <span className={classes.soft}>
          {who} · <time dateTime={timeAttribute(at)}>{timeText(at)}</time>
        </span>
        <span className={classes.buttons}>
          {canReveal && entry.isMasked && (
            <Button
              variant="default"
              size="compact-sm"
              loading={isRevealing}
              title={t('changes.sensitive.revealHint')}
              aria-label={isRevealed ? t('changes.sensitive.hide') : t('changes.sensitive.revealLabel', { title, field })}
              onClick={() => reveal.send({ type: isRevealed ? 'reveal.hidden' : 'reveal.requested' })}
            >
              {t(isRevealed ? 'changes.sensitive.hide' : 'changes.sensitive.reveal')}
            </Button>
          )}
          {onRollBack && (
            <Button
              variant="default"
              size="compact-sm"
              aria-haspopup="dialog"
              aria-label={t('changes.sensitive.rollBackLabel', { title, field })}
              onClick={() => onRollBack(entry)}
            >
              {t('changes.sensitive.rollBack')}
            </Button>
          )}
        </span>
      </div>
    </li>
  );
}

interface ToldValueProps {
  readonly entry: SensitiveEntry;
  readonly resource: Resource | undefined;
  readonly side: 'before' | 'after';
}

/** As the history of the record shows it; the plain value where its field is gone. */
function ToldValue({ entry, resource, side }: ToldValueProps) {
  const cdnUrl = use(CdnContext);
  const { difference } = entry;
  if (!difference) return entry[side];
  return <DifferenceValue resource={resource} difference={difference} side={side} cdnUrl={cdnUrl} />;
}

const bareText = (value: unknown): string =>
  scalarText(value) || (value === null || value === undefined || value === '' ? '' : JSON.stringify(value));
