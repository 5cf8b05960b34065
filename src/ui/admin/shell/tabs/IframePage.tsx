import { t } from '../../../base/i18n.ts';
import { IframeView, type IframeViewProps } from '../../../kit/iframe/IframeView.tsx';

/** A page of another site, in a tab of the back office. */
export function IframePage(props: Omit<IframeViewProps, 'words'>) {
  const words = {
    refusedTitle: t('admin.iframe.refusedTitle'),
    refusedBody: t('admin.iframe.refusedBody'),
    openOutside: t('admin.iframe.openOutside'),
  };
  return <IframeView {...props} words={words} />;
}
