import type { ComponentType } from 'react';
import type { CollectionRef } from '#machines/table/collection-selectors';
import { loadMessages } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import type { TableExtras } from '../../kit/table/base/table-extras.ts';

/** What one section shows that its declaration cannot say; each part is loaded when it is first shown. */
export interface SectionParts extends TableExtras {
  /** Above the table. */
  readonly Tools?: ComponentType<{ readonly collection: CollectionRef }>;
}

const PARTS: Readonly<Record<string, SectionParts>> = {
  admin: {
    Details: lazyView(async () => (await import('../session/account/AdminAccess.tsx')).AdminAccess),
    hasView: true,
    windows: [
      {
        name: 'explain',
        icon: 'question',
        node: 'auth/admin/index',
        Window: lazyView(async () => {
          await loadMessages(['rights']);
          return (await import('./rights/ExplainWindow.tsx')).ExplainWindow;
        }),
      },
    ],
  },
  adminLog: {
    Details: lazyView(async () => (await import('./AdminLogDetails.tsx')).AdminLogDetails),
    hasView: true,
  },
  attachment: {
    Tools: lazyView(async () => (await import('./AttachmentTools.tsx')).AttachmentTools),
    Details: lazyView(async () => (await import('./AttachmentUses.tsx')).AttachmentDetails),
    DeletePreview: lazyView(async () => (await import('./AttachmentUses.tsx')).AttachmentDeletePreview),
  },
  member: {
    Details: lazyView(async () => (await import('./members/MemberDetails.tsx')).MemberDetails),
    hasView: true,
    windows: [
      {
        name: 'adjustMoney',
        icon: 'coin',
        node: 'user/moneyLog/add',
        Window: lazyView(async () => (await import('./members/AdjustWindow.tsx')).AdjustMoneyWindow),
      },
      {
        name: 'adjustScore',
        icon: 'star',
        node: 'user/scoreLog/add',
        Window: lazyView(async () => (await import('./members/AdjustWindow.tsx')).AdjustScoreWindow),
      },
    ],
  },
  problemReport: {
    Details: lazyView(async () => {
      await loadMessages(['problem']);
      return (await import('./problems/ProblemDetails.tsx')).ProblemDetails;
    }),
    hasView: true,
    windows: [
      {
        name: 'journal',
        icon: 'player',
        node: 'routine/problemReport/download',
        Window: lazyView(async () => {
          await loadMessages(['problem']);
          return (await import('./problems/RecordingWindow.tsx')).RecordingWindow;
        }),
      },
    ],
  },
  moneyLog: { Tools: lazyView(async () => (await import('./members/LedgerTools.tsx')).MoneyLedgerTools) },
  scoreLog: { Tools: lazyView(async () => (await import('./members/LedgerTools.tsx')).ScoreLedgerTools) },
};

/** By the resource's name; most sections need none. */
export const sectionParts = (resource: string): SectionParts | undefined => (Object.hasOwn(PARTS, resource) ? PARTS[resource] : undefined);
