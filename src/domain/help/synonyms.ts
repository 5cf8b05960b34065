/** Other words for what the product calls by one; each line begins with the product's own. Longer words stand before those within them. */
const HAN_WORDS: readonly string[] = [
  '账号 帐号 账户 帐户 用户名 户头',
  '登录 登陆 登入',
  '退出 下线 踢掉 登出 注销登录',
  '还原 恢复 找回 复原 救回',
  '撤销 撤回 反悔 退回',
  '删除 删掉 删了 删去 移除 去掉',
  '更换 换成 换掉 换一张 换一个 改成 换绑',
  '修改 更改 改动 编辑 变更 更新',
  '手机号 手机号码 电话号码 电话',
  '邮箱 电子邮件 邮件地址 邮件 信箱',
  '照片 相片 图片',
  '设备 电脑 手机上',
  '两步验证 动态口令 动态密码 动态验证码 二次验证 双重验证 双因素 谷歌验证',
  '验证码 校验码 动态码',
  '通知 提醒 消息',
  '签到 打卡',
  '导出 下载 存成 存为 另存为',
  '导入 批量添加 批量录入 录进 录到 灌进',
  '批量 多条 几十条 一起改 一口气 一下子 一次性',
  '备份 留一份 存一份 留底 副本',
  '列表 表格 清单',
  '筛选 过滤 查询条件 条件',
  '查找 搜索 查询 检索',
  '排序 顺序 先后 排到 挪到',
  '拖动 拖拽 拖到',
  '管理员 后台用户',
  '权限 授权 权利',
  '会员 用户 客户 顾客',
  '余额 余款',
  '充值 打款 补发 补款 加钱 补钱 发钱',
  '积分 分数',
  '商品 货品 产品信息',
  '价格 价钱 售价',
  '顶栏 顶部导航 导航栏',
  '上架 在售',
  '报告 反馈 上报 告诉你们',
  '问题 故障 报错 出错 错误',
  '设置 配置 参数',
  '深色 黑色 暗色 夜间',
  '添加 新增 新建 增加 创建 开通 申请',
  '停用 禁用 封禁 冻结 拉黑',
  '重新设置 重置 重设 重新设',
  '忘记 忘了 记不住 记不得 想不起',
  '同时 一起编辑 抢先',
  '发信 发邮件',
  '聊天 对话 会话 机器人 智能助手 智能客服 人工智能',
  '隐藏 藏起来 遮住 不显示',
  '筛选 只看 只显示 只要',
  '角色组 角色 权限组',
  '管理员 员工 职员 工作人员 新人',
  '访客 游客 路人',
  '保存 存下来 存起来 记住 留住',
  '错误 输错 不对 填错',
  '模块 插件 扩展',
  '首页 主页 门户',
  '历史 版本 旧版 以前的样子',
  '指纹 面容 刷脸 人脸',
  '源码 代码 源代码 程序代码',
];

/** The same for words cut to their stems. */
const LATIN_WORDS: readonly string[] = [
  'mail email inbox mailbox',
  'site websit webpag',
  'chat bot chatbot assist ai',
  'model provid llm',
  'limit quota restrict cap',
  'record row line entri',
  'delet remov eras',
  'mobil phone telephon',
  'good product item articl ware',
  'member custom user client',
  'pictur photo imag',
  'avatar portrait',
  'right permiss privileg allow',
  'undo revers revert',
  'restor recov retriev',
  'dark night black',
  'list tabl grid',
  'excel spreadsheet xlsx',
  'chang edit modifi alter replac rewrit amend updat adjust lower rais increas reduc',
  'add creat new anoth',
  'signin login logon',
  'signout logout',
  'point score',
  'balanc money credit fund yuan dollar euro',
  'administr admin staff employe worker',
  'colleagu coworker teammat',
  'visitor guest stranger anonym',
  'modul plugin addon extens',
  'categori tree class',
  'backup copi duplic',
  'report complain complaint feedback',
  'devic comput laptop tablet browser machin',
  'regist registr signup join subscrib',
  'space storag room',
  'setting option prefer configur',
  'cost bill expens spend',
  'sourc code repositori',
  'headlin slogan',
  'announc broadcast',
  'fingerprint face biometr',
  'wrong incorrect fail invalid',
  'factor step authent',
  'broken error fault bug crash',
  'messag notic notif alert',
  'find search seek',
  'menu navig',
  'group role',
  'disabl lock block ban suspend',
  'close shut',
  'hide invis',
  'earlier previou old former',
  'bulk mani sever twenti thirti forti fifti hundr dozen',
];

const canonical = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const [own = '', ...others] = line.split(' ');
      return others.map((other) => [other, own] as const);
    }),
  );

const HAN_OTHERS = canonical(HAN_WORDS);
const LATIN_OTHERS = canonical(LATIN_WORDS);
/** The product's own words stand in it too, so that no part of one is taken for another word. */
const HAN_KNOWN = new RegExp(
  [...new Set(HAN_WORDS.flatMap((line) => line.split(' ')))].sort((a, b) => b.length - a.length).join('|'),
  'gu',
);

export const ownHanWords = (text: string): string => text.replaceAll(HAN_KNOWN, (word) => HAN_OTHERS.get(word) ?? word);
export const ownStem = (stem: string): string => LATIN_OTHERS.get(stem) ?? stem;

/** "Log in", "logged on" and "signing in" are one word each, which no pair of others is taken for; "where do I find" looks for no search, and "for good" for no goods. */
export const ownLatinPhrases = (text: string): string =>
  text
    .replaceAll(/\b(?:log|sign)(?:ged|ging|s|ed|ing)?[ -]?(?:in|on)s?\b/gu, 'signin')
    .replaceAll(/\b(?:log|sign)(?:ged|ging|s|ed|ing)?[ -]?(?:out|off)s?\b/gu, 'signout')
    .replaceAll(/\bwhere (?:do|can|could|would|will|should) (?:i|we|you|they) (?:find|see|look)\b/gu, 'where')
    .replaceAll(/\bfor good\b/gu, 'forever')
    .replaceAll(/\be-mail/gu, 'mail');
