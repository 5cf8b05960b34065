import { findResource } from '#actors/base/resource-book';
import { exampleRecord, exampleRows } from '#domain/designer/example-rows';
import type { Resource } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import { t } from '../../../base/i18n.ts';
import { fieldLabel, resourceLabel } from '../../../kit/resource-texts.ts';

/** Example rows in the words of the page. */
export function examplesOf(resource: Resource): readonly ListRow[] {
  const recordOf = (section: string, index: number) => {
    const target = section === resource.name ? resource : findResource(section);
    return exampleRecord(target, index + 1, `${target ? resourceLabel(target) : section} ${index + 1}`);
  };
  return exampleRows(resource, {
    labelOf: (key) => fieldLabel(resource, key),
    recordOf,
    people: t('designer.example.people').split('|'),
    places: t('designer.example.places').split('|'),
    sentence: t('designer.example.sentence'),
  });
}
