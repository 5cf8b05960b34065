import { SECTION_STEPS } from '#server/db/sections/section-steps';
import type { Resource } from '#domain/table/resource';
import { folderNameOf } from '#domain/table/section-folder';

/** Whether the section's own steps let no two of its records share a value: random records would be refused for what they are not about. */
export const hasUniqueLists = ({ name }: Pick<Resource, 'name'>): boolean =>
  SECTION_STEPS.some(
    ({ section, steps }) =>
      section === folderNameOf(name) && Object.values(steps).some((step) => step.some((sql) => /\bunique\b/iu.test(sql))),
  );
