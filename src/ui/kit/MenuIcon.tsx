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
  IconHome,
  IconLayoutDashboard,
  IconLink,
  IconList,
  IconLock,
  IconMail,
  IconPhoto,
  IconRecycle,
  IconSettings,
  IconShieldLock,
  IconShoppingBag,
  IconTags,
  IconTerminal2,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import { createElement } from 'react';

/**
 * Icons of the family's menu rules (`fa fa-…`, `el-icon-…`, `local-…`) drawn from our own set, so that no outside style sheet is
 * needed. The last word of the name decides. Source: wire protocol §3.6, "Icons".
 */
const BY_WORD: Readonly<Record<string, TablerIcon>> = {
  dashboard: IconLayoutDashboard,
  home: IconHome,
  house: IconHome,
  goods: IconBox,
  box: IconBox,
  shoppingbag: IconShoppingBag,
  collection: IconCategory,
  category: IconCategory,
  tags: IconTags,
  user: IconUser,
  userfilled: IconUser,
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
  lock: IconLock,
  folder: IconFolder,
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
  message: IconMail,
  link: IconLink,
  circle: IconCircleDot,
  globe: IconWorld,
};

export interface MenuIconProps {
  readonly name: string;
  /** Drawn when the name is unknown or empty; itself a name of the same kind. */
  readonly fallback?: string;
  readonly sizePx?: number;
}

const iconOf = (name: string): TablerIcon | undefined =>
  BY_WORD[
    name
      .trim()
      .replace(/^(?:fa fa-|el-icon-|iconfont icon-|local-)/u, '')
      .toLowerCase()
  ];

export function MenuIcon({ name, fallback = '', sizePx = 18 }: MenuIconProps) {
  return createElement(iconOf(name) ?? iconOf(fallback) ?? IconCircleDot, { size: sizePx, stroke: 1.75, 'aria-hidden': true });
}
