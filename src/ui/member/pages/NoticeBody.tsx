import type { LocalText } from '#domain/site/document-page';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { RichTextView } from '../../kit/fields/rich-text/RichTextView.tsx';

/** The text of a notice, with the look that rich text has elsewhere. */
export const NoticeBody = ({ body: { text, isTranslated } }: { readonly body: LocalText }) => (
  <div lang={isTranslated ? undefined : 'zh-CN'}>
    <AdminProvider>
      <RichTextView html={text} />
    </AdminProvider>
  </div>
);
