import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { noticeId, type NoticeKind } from '#machines/app/notices.logic';
import { AppLink } from '../base/AppLink.tsx';
import { useApp } from '../base/app-context.ts';
import { t } from '../base/i18n.ts';
import classes from './NoticeArea.module.css';

const ICONS = { success: IconCircleCheck, warning: IconAlertTriangle, failure: IconCircleX } as const satisfies Record<NoticeKind, unknown>;

/**
 * Messages that pass by. The pointer or the keyboard on one stops its time; a repeated one shows its count and begins anew.
 * A failure interrupts once; how often it came again is said when the listener has time.
 */
export function NoticeArea() {
  const { notices } = useApp();
  const shown = useSelector(notices, (snapshot) => snapshot.context);
  const dismiss = (id: string) => notices.send({ type: 'notice.dismissed', id });
  return (
    <section data-returns className={classes.area} aria-label={t('common.notice.region')} aria-live="polite" aria-relevant="additions text">
      {shown.map((notice) => {
        const id = noticeId(notice);
        const Icon = ICONS[notice.kind];
        return (
          <div key={id} className={classes.notice} data-kind={notice.kind} data-undo={notice.undo !== undefined}>
            <Icon className={classes.icon} size={19} stroke={1.75} aria-hidden="true" />
            <div className={classes.text}>
              <span role={notice.kind === 'success' ? 'status' : 'alert'}>{notice.text}</span>
              {notice.count > 1 && <span className={classes.count}>{t('common.notice.times', { times: notice.count })}</span>}
            </div>
            {notice.undo && (
              <button type="button" className={classes.undo} onClick={() => notices.send({ type: 'notice.undoRequested', id })}>
                {t('common.action.undo')}
              </button>
            )}
            {notice.history !== undefined && (
              <AppLink to={notice.history} className={classes.history} onClick={() => dismiss(id)}>
                {t('common.notice.history')}
              </AppLink>
            )}
            <button type="button" className={classes.close} aria-label={t('common.action.close')} onClick={() => dismiss(id)}>
              <IconX size={15} stroke={2} aria-hidden="true" />
            </button>
            <span key={notice.count} className={classes.life} aria-hidden="true" onAnimationEnd={() => dismiss(id)} />
          </div>
        );
      })}
    </section>
  );
}
