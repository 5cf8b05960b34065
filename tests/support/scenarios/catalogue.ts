import type { Language } from '#domain/base/language';
import type { NoticeKind } from '#machines/app/notices.logic';

/**
 * What people read when something goes wrong, or right: every row of the specification's error catalogue with its whole text, written down
 * here and not taken from the message files. `null` for rows of which nothing may be shown.
 * Source: specification §8, §7 "code messages suppressed"; readings 8.1–8.12.
 */
export type CatalogueRow = Readonly<Record<Language, string>> & { readonly kind: NoticeKind };

const failure = (en: string, chinese: string): CatalogueRow => ({ kind: 'failure', en, 'zh-cn': chinese });
const warning = (en: string, chinese: string): CatalogueRow => ({ ...failure(en, chinese), kind: 'warning' });
const success = (en: string, chinese: string): CatalogueRow => ({ ...failure(en, chinese), kind: 'success' });

/** The write of the scenarios, where the server says nothing about it: the notice names what was moved. */
const moved = success('Moved “{{title}}”', '已移动“{{title}}”');

/** What a server says is shown as it says it, in whatever language. */
export const SERVER_WORDS = '库存不足 Out of stock';
const asTheServerSays = failure(SERVER_WORDS, SERVER_WORDS);
const nothing = null;

const forbidden = failure('You do not have permission to operate!', '您没有执行此操作的权限。');
const unreadable = failure("The server's answer could not be read.", '无法识别服务器的回复。');
const unreachable = failure('The server could not be reached. Try again in a moment.', '无法连接服务器，请稍后重试。');

export const ERROR_CATALOGUE = {
  'code 0 with a message': asTheServerSays,
  'code 0 without a message': failure('That could not be done. Try again.', '操作未完成，请重试。'),
  'code 0, suppressed': nothing,
  'code 1 with a message': success(SERVER_WORDS, SERVER_WORDS),
  'code 1 without a message': moved,
  'code 1 as text': moved,
  'code 302': asTheServerSays,
  'code 302 without a message': nothing,
  'code 303': asTheServerSays,
  'code 401': forbidden,
  // Renewed and sent again without a word about it; what is shown is the write's success.
  'code 409': moved,
  'status 302': failure('Interface redirected!', '请求被重定向，未能完成。'),
  'status 400': failure('Incorrect parameter!', '请求的参数不正确。'),
  'status 401': forbidden,
  'status 403': forbidden,
  'status 404': failure('Error requesting address: /api/admin/goods.Goods/sortable', '请求的地址不存在：/api/admin/goods.Goods/sortable'),
  'status 408': failure('Request timed out!', '请求超时，请重试。'),
  'status 409': failure('The same data already exists in the system!', '已存在相同的数据。'),
  'status 500': failure('Server internal error!', '服务器出错，请稍后重试。'),
  'status 501': failure('Service not implemented!', '服务器不支持此操作。'),
  'status 502': failure('Gateway error!', '网关出错，请稍后重试。'),
  'status 503': failure('Service unavailable!', '服务暂时不可用，请稍后重试。'),
  'status 504': failure('The service is temporarily unavailable Please try again later!', '服务暂时无法访问，请稍后再试。'),
  'status 505': failure('HTTP version is not supported!', '服务器不支持此 HTTP 版本。'),
  'status 418': failure('Abnormal problem, please contact the website administrator!', '出现异常，请联系网站管理员。'),
  timeout: failure('Network request timeout!', '网络请求超时，请重试。'),
  'no server': unreachable,
  'a lost reply': unreachable,
  'a cut reply': unreachable,
  offline: failure('You are disconnected!', '网络已断开，请检查网络连接。'),
  'an HTML page': unreadable,
  'an empty body': unreadable,
  'truncated JSON': unreadable,
  'a cancelled duplicate': nothing,
  'beyond the movable range': warning('moving position beyond movable range', '移动位置超出了可移动范围'),
  'unrecognized menu type': failure('menu type unrecognized', '无法识别的菜单类型'),
  'navigation intercepted': failure('navigation guard intercepted', '导航被守卫拦截'),
  'already at the target': warning('already at target position', '已经在目标位置'),
  'invalid route': failure('invalid route', '无效的路由'),
} as const satisfies Readonly<Record<string, CatalogueRow | null>>;

export type RowName = keyof typeof ERROR_CATALOGUE;
export const ROW_NAMES = Object.keys(ERROR_CATALOGUE) as readonly RowName[];

/** Said inside the icon picker where a list is empty, not as a notice. */
export const EMPTY_ICON_LISTS = {
  local: { en: 'No Local Icons', 'zh-cn': '没有本地图标' },
  awesome: { en: 'No AwesomeIcon style sheet', 'zh-cn': '没有 AwesomeIcon 样式表' },
  iconfont: { en: 'No Iconfont style sheet', 'zh-cn': '没有 Iconfont 样式表' },
  elementPlus: { en: 'No ElementPlus Icons', 'zh-cn': '没有 ElementPlus 图标' },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** For the log only. */
export const DUPLICATE_WORDS = {
  en: 'Automatic cancellation due to duplicate request',
  'zh-cn': '因为重复请求而自动取消',
} as const satisfies Readonly<Record<Language, string>>;
