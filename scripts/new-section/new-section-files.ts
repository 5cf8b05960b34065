import { capitalised } from '#domain/designer/section-names';
import type { SectionDesign } from '../../src/domain/designer/section-design.ts';
import { exportNameOf } from '../../src/domain/designer/source/declaration-text.ts';
import { filesOf, type SourceTree } from '../../src/domain/designer/source/files-of.ts';
import { resourceNameOf } from '../../src/domain/table/section-folder.ts';

interface NewSection {
  /** The folder's, such as `service-ticket`. */
  readonly name: string;
  readonly english: string;
  readonly chinese: string;
  readonly hasWindow: boolean;
}

/** Directories of the menu that every installation has. */
const DIRECTORIES = ['routine'];

/** The files of a section that passes every check and every generated law, by their names. */
export function newSectionFiles(section: NewSection): Readonly<Record<string, string>> {
  const { name, hasWindow } = section;
  const tree: SourceTree = { directories: DIRECTORIES, tableOf: () => undefined, ...(hasWindow && { words: WINDOW_WORDS }) };
  const files = filesOf(newDesign(section), tree).map(({ path, text }) => [path, text]);
  return { ...Object.fromEntries(files), ...(hasWindow && { [`${name}.windows.tsx`]: windows(section) }) };
}

/** What nearly every section begins with. */
function newDesign({ name, english, chinese }: NewSection): SectionDesign {
  const resource = resourceNameOf(name);
  return {
    declaration: {
      name: resource,
      label: { 'zh-cn': chinese, en: english },
      controller: `routine.${capitalised(resource)}`,
      // No word of SQL is a table, and no table of the program.
      table: `own_${name.replaceAll('-', '_')}`,
      menu: { under: 'routine', icon: 'el-icon-Document', sortOrder: 50 },
      titleField: 'title',
      rowActions: ['sort', 'edit', 'delete'],
      defaultOrder: { field: 'weigh', direction: 'desc' },
      isSmall: true,
      fields: {
        id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
        title: {
          kind: 'string',
          label: { 'zh-cn': '标题' },
          required: true,
          maxLength: 100,
          quickSearch: true,
          search: 'text',
          sortable: true,
        },
        note: { kind: 'textarea', label: { 'zh-cn': '备注' }, maxLength: 1000, list: 'hidden' },
        status: { kind: 'switch', label: { 'zh-cn': '状态' }, initial: true, search: 'select' },
        weigh: { kind: 'sortOrder', list: 'hidden' },
        version: { kind: 'version', list: 'never' },
        createTime: { kind: 'createTime', sortable: true, search: 'range' },
        updateTime: { kind: 'updateTime', list: 'hidden' },
      },
    },
    shape: { unique: [], indexes: [['weigh', 'id']], foreignKeys: 'none' },
  };
}

/** Buttons of rows, which the design of a section does not have. */
const WINDOW_WORDS: NonNullable<SourceTree['words']> = {
  'zh-cn': { menu: {}, windows: { card: '查看卡片', cardRow: '查看 {{title}} 的卡片' } },
  en: { menu: {}, windows: { card: 'Show the card', cardRow: 'Show the card of {{title}}' } },
};

function windows({ name }: NewSection): string {
  const page = resourceNameOf(name);
  const resource = exportNameOf({ name: page });
  return `import '#ui/kit/form-styles.ts';
import { Modal } from '@mantine/core';
import { t } from '#ui/base/i18n.ts';
import { RecordFacts } from '#ui/kit/cells/RecordFacts.tsx';
import type { RowWindowProps, SectionBundle } from '#ui/kit/table/base/table-extras.ts';
import { titleOf } from '#ui/kit/table/base/table-shape.ts';
import { ${resource} } from './${name}.resource.ts';

/** One record with what its row has no room for. */
function CardWindow({ row, actor }: RowWindowProps) {
  return (
    <Modal
      opened
      onClose={() => actor.send({ type: 'rowWindow.closed' })}
      title={titleOf(${resource}, row)}
      closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
    >
      <RecordFacts resource={${resource}} record={row} fields={['status', 'note', 'createTime', 'updateTime']} />
    </Modal>
  );
}

export const ${resource}Windows: SectionBundle = {
  windows: [{ name: 'card', icon: 'star', node: 'routine/${page}/index', Window: CardWindow }],
};
`;
}
