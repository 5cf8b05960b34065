import * as designer from '#api/contract/designer/designer';
import type { Choices } from '#domain/designer/plan-step';
import { NO_RENAMES, PLAIN_SHAPE, type DesignShape, type Renames, type SectionDesign } from '#domain/designer/section-design';
import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { TestServer } from './server.ts';

export const labelled = (en: string) => ({ en, 'zh-cn': en });

/** A small section as somebody would draw it. */
export const TICKET: Resource = {
  name: 'ticket',
  controller: 'x.Ticket',
  table: 'x_ticket',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'asc' },
  label: { en: 'Tickets', 'zh-cn': '工单' },
  menu: { under: 'routine', icon: 'el-icon-Tickets', sortOrder: 10 },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 40, required: true, label: labelled('Title') },
    colour: { kind: 'string', maxLength: 20, label: labelled('Colour') },
    size: { kind: 'select', options: ['s', 'm', 'l'], label: labelled('Size') },
    version: { kind: 'version' },
  },
};

/** The small section with other properties and fields; a field that is null is left out. */
export function ticketDesign(
  own: Partial<Resource> = {},
  fields: Readonly<Record<string, object | null>> = {},
  shape: Partial<DesignShape> = {},
): SectionDesign {
  const all = Object.entries({ ...TICKET.fields, ...own.fields, ...fields });
  const kept = Object.fromEntries(all.flatMap(([key, field]) => (field === null ? [] : [[key, field as Field]])));
  return { declaration: { ...TICKET, ...own, fields: kept }, shape: { ...PLAIN_SHAPE, ...shape } };
}

/** Draws and publishes sections by the calls that the page makes. */
export function createDesigning(call: TestServer['call']) {
  async function draft(design: SectionDesign, renames: Renames = NO_RENAMES) {
    const { list } = await call(designer.listSections, {});
    const version = list.find(({ name }) => name === design.declaration.name)?.version ?? 0;
    return call(designer.saveDraft, { design, renames, version });
  }
  const plan = (name: string, choices: Choices = {}) => call(designer.planSection, { name, choices });
  return {
    draft,
    plan,
    read: (name: string) => call(designer.readSection, { name }),
    publish: async (design: SectionDesign, renames: Renames = NO_RENAMES, choices: Choices = {}): Promise<{ revision: number }> => {
      const { name } = design.declaration;
      const { version } = await draft(design, renames);
      const { hash } = await plan(name, choices);
      return call(designer.publishSection, { name, version, hash, choices });
    },
    remove: async (name: string): Promise<void> => {
      const { section } = await call(designer.readSection, { name });
      await call(designer.removeSection, { name, version: section.version, table: section.table });
    },
  };
}
