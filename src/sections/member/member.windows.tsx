import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const memberWindows: SectionBundle = {
  Details: lazyView(async () => (await import('./MemberDetails.tsx')).MemberDetails),
  hasView: true,
  Beside: lazyView(async () => (await import('./MemberTools.tsx')).MemberTools),
  windows: [
    {
      name: 'adjustMoney',
      icon: 'coin',
      node: 'user/moneyLog/add',
      Window: lazyView(async () => (await import('./AdjustWindow.tsx')).AdjustMoneyWindow),
    },
    {
      name: 'adjustScore',
      icon: 'star',
      node: 'user/scoreLog/add',
      Window: lazyView(async () => (await import('./AdjustWindow.tsx')).AdjustScoreWindow),
    },
  ],
};
