import { loadMessages } from '#ui/base/i18n.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import type { RowWindowProps, SectionBundle } from '#ui/kit/table/base/table-extras.ts';
import { titleOf } from '#ui/kit/table/base/table-shape.ts';
import { notice } from './notice.resource.ts';

export const noticeWindows: SectionBundle = {
  windows: [
    {
      name: 'preview',
      icon: 'eye',
      node: 'content/notice/edit',
      Window: lazyView(async () => {
        await loadMessages(['draftPreview']);
        const { PreviewWindow } = await import('#ui/admin/site/PreviewWindow.tsx');
        return (props: RowWindowProps) => <PreviewWindow {...props} of="notice" title={titleOf(notice, props.row)} />;
      }),
    },
  ],
};
