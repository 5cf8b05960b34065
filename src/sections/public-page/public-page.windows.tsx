import { loadMessages } from '#ui/base/i18n.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import type { RowWindowProps, SectionBundle } from '#ui/kit/table/base/table-extras.ts';
import { titleOf } from '#ui/kit/table/base/table-shape.ts';
import { publicPage } from './public-page.resource.ts';

export const publicPageWindows: SectionBundle = {
  windows: [
    {
      name: 'preview',
      icon: 'eye',
      node: 'content/page/edit',
      Window: lazyView(async () => {
        await loadMessages(['draftPreview']);
        const { PreviewWindow } = await import('#ui/admin/site/PreviewWindow.tsx');
        return (props: RowWindowProps) => <PreviewWindow {...props} of="page" title={titleOf(publicPage, props.row)} />;
      }),
    },
  ],
};
