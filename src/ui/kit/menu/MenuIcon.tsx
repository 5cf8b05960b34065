import {
  IconAppWindow,
  IconBox,
  IconCategory,
  IconChartBar,
  IconCircleDot,
  IconClipboardList,
  IconCoin,
  IconDatabase,
  IconFile,
  IconFolder,
  IconHistory,
  IconHome,
  IconLayoutDashboard,
  IconLink,
  IconList,
  IconLock,
  IconMail,
  IconMessage,
  IconPhoto,
  IconRecycle,
  IconSettings,
  IconShieldLock,
  IconShoppingBag,
  IconSpeakerphone,
  IconTags,
  IconTerminal2,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import { createElement, Suspense, type ReactNode } from 'react';
import type { LOCAL_ICONS } from '#domain/base/icon';
import { lazyView } from '../../base/lazy-view.tsx';

/** Ours by the last word of the names that the shipped menus use. What else a library has comes later, by itself. Source: wire protocol §3.6, "Icons". */
const BY_WORD = {
  dashboard: IconLayoutDashboard,
  home: IconHome,
  house: IconHome,
  goods: IconBox,
  box: IconBox,
  shoppingbag: IconShoppingBag,
  collection: IconCategory,
  category: IconCategory,
  tag: IconTags,
  tags: IconTags,
  user: IconUser,
  userfilled: IconUser,
  'user-circle': IconUser,
  users: IconUsers,
  'drivers-license': IconUsers,
  group: IconUsersGroup,
  usergroup: IconUsersGroup,
  cog: IconSettings,
  cogs: IconSettings,
  gear: IconSettings,
  setting: IconSettings,
  settings: IconSettings,
  tools: IconSettings,
  shield: IconShieldLock,
  expeditedssl: IconShieldLock,
  lock: IconLock,
  folder: IconFolder,
  archive: IconDatabase,
  file: IconFile,
  list: IconList,
  'th-list': IconList,
  grid: IconCategory,
  money: IconCoin,
  discount: IconTags,
  'list-ol': IconList,
  image: IconPhoto,
  picture: IconPhoto,
  recycle: IconRecycle,
  database: IconDatabase,
  terminal: IconTerminal2,
  monitor: IconAppWindow,
  chart: IconChartBar,
  'bar-chart': IconChartBar,
  log: IconClipboardList,
  history: IconHistory,
  bullhorn: IconSpeakerphone,
  message: IconMail,
  envelope: IconMail,
  chatdotround: IconMessage,
  link: IconLink,
  connection: IconLink,
  tickets: IconHistory,
  'id-card': IconUser,
  random: IconUsers,
  wpforms: IconClipboardList,
  circle: IconCircleDot,
  globe: IconWorld,
} satisfies Readonly<Record<(typeof LOCAL_ICONS)[number], TablerIcon> & Record<string, TablerIcon>>;

export interface MenuIconProps {
  readonly name: string;
  /** Drawn when the name is unknown or empty; itself a name of the same kind. */
  readonly fallback?: string;
  readonly sizePx?: number;
}

const PREFIX = /^(?:fa fa-|el-icon-|iconfont icon-|local-)/u;

const iconOf = (name: string): TablerIcon | undefined =>
  (BY_WORD as Readonly<Record<string, TablerIcon>>)[name.trim().replace(PREFIX, '').replace(/-o$/u, '').toLowerCase()];

const Fallback = ({ children }: { readonly children?: ReactNode }) => children;

/** Without its code the icon is the fallback, and the page stands. */
const LazyMenuIcon = lazyView(async () => {
  try {
    return (await import('./LazyMenuIcon.tsx')).LazyMenuIcon;
  } catch {
    return Fallback;
  }
});

export function MenuIcon({ name, fallback = '', sizePx = 18 }: MenuIconProps) {
  const own = iconOf(name);
  const icon = createElement(own ?? iconOf(fallback) ?? IconCircleDot, { size: sizePx, stroke: 1.75, 'aria-hidden': true });
  if (own || !PREFIX.test(name.trim())) return icon;
  // Its place is kept empty: another sign would be read, and then be gone.
  return (
    <Suspense fallback={<svg width={sizePx} height={sizePx} aria-hidden="true" />}>
      <LazyMenuIcon name={name} sizePx={sizePx}>
        {icon}
      </LazyMenuIcon>
    </Suspense>
  );
}
