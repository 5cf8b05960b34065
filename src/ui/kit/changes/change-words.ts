import { findSection } from '#actors/base/resource-book';
import type { ChangeSet } from '#domain/changes/journal-entry';
import type { Resource } from '#domain/table/resource';
import { t } from '../../base/i18n.ts';
import { fieldLabel, resourceLabel } from '../resource-texts.ts';

/** Who has written: an administrator by name, a member as that, the server where nobody was at it. */
export function whoText({ actorType, actorName }: Pick<ChangeSet, 'actorType' | 'actorName'>): string {
  if (actorType === 'server') return t('changes.server');
  const name = actorName || t('changes.nobody');
  return actorType === 'member' ? t('changes.member', { name }) : name;
}

/** A field by its label; a column that no field shows, or of a section that is gone, by its own name. */
export const differenceLabel = (
  resource: Resource | undefined,
  { field, name }: { readonly field: string | null; readonly name: string },
) => (resource && field !== null ? fieldLabel(resource, field) : name);

/** A section by its name for people, or the settings, which are none; one that this version does not know by its own, or as it is called otherwise. */
export function changedSectionLabel(name: string, otherwise = name): string {
  const resource = findSection(name);
  if (resource) return resourceLabel(resource);
  return name === 'config' ? t('changes.settings') : otherwise;
}

/** What names a record to people. */
export const recordTitle = (title: string | null, id: number | null): string => title || t('changes.unknownRecord', { id: id ?? '?' });
