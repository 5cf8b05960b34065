import type { Resource } from '#domain/table/resource';
import type { Language, Messages } from '../../base/messages.ts';

/** What one record of a section is called: its declaration says it, or the texts do. */
export const sectionLabel = (
  { name, label }: Pick<Resource, 'name' | 'label'>,
  messages: Pick<Messages, 'text'>,
  language: Language,
): string => label?.[language] ?? messages.text(language, `resources.${name}.label`);

/** A table as people choose it. Source: wire protocol §0.1, §5.1. */
export const tableLabel = (
  resource: Pick<Resource, 'name' | 'label' | 'table'>,
  messages: Pick<Messages, 'text'>,
  language: Language,
): string => `${resource.table} - ${sectionLabel(resource, messages, language)}`;
