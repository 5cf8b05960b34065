import { costText } from '#domain/chat/cost';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const chatUsageWindows: SectionBundle = {
  cells: { cost: ({ record }) => (typeof record['cost'] === 'number' ? <span>{costText(record['cost'])}</span> : null) },
};
