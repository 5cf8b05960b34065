/** A text of the public site in both languages; the bodies are rich text. */
interface SiteText {
  readonly title: string;
  readonly titleEn: string;
  readonly body: string;
  readonly bodyEn: string;
}

interface ShippedPage extends SiteText {
  readonly slug: string;
}

/** Drafts of what every site needs; what only its owner knows is to be filled in where it says so. */
export const SHIPPED_PAGES: readonly ShippedPage[] = [
  {
    slug: 'about',
    title: '关于我们',
    titleEn: 'About us',
    body: `<p>这里介绍本站由谁运营、做什么、怎样联系。请在后台的“公开网站 → 单页”中改成自己的内容。</p>
<h2>我们做什么</h2>
<p>用两三句话说明：向谁提供什么，和别处有什么不同。</p>
<h2>怎样联系</h2>
<p>留下一个有人看的邮箱或电话，以及通常多久回复。</p>`,
    bodyEn: `<p>Who runs this site, what it offers and how to get in touch. Replace these words in the back office, under “Public site → Pages”.</p>
<h2>What we do</h2>
<p>Two or three sentences: what you offer, to whom, and what is different about it.</p>
<h2>How to reach us</h2>
<p>An address or a number that somebody looks after, and how soon people hear from you.</p>`,
  },
  {
    slug: 'terms',
    title: '服务条款',
    titleEn: 'Terms of service',
    body: `<p>使用本站，即表示您同意以下条款。发布前，请由熟悉当地法律的人审阅，并补上运营者的名称和所在地。</p>
<h2>账号</h2>
<p>注册时请填写真实有效的邮箱或手机号。请保管好密码；发现他人使用您的账号，请立即修改密码，并在“安全”页面结束其他设备的登录。</p>
<h2>可以做什么，不可以做什么</h2>
<ul><li>不得上传违法内容，或侵犯他人权利的内容。</li><li>不得绕过访问限制，或妨碍他人使用。</li><li>通过接口访问时，请遵守频率限制。</li></ul>
<h2>余额和积分</h2>
<p>每一笔变动都有记录，可以在会员中心查看和导出。发现差错，请联系我们核对。</p>
<h2>智能对话</h2>
<p>回答由程序自动生成，可能有误。请勿把它当作法律、医疗或投资建议。</p>
<h2>变更和终止</h2>
<p>条款变更会提前公告。您可以随时在会员中心注销账号；注销前可以下载自己的数据。</p>`,
    bodyEn: `<p>By using this site you agree to these terms. Before you publish them, have them read by somebody who knows your law, and add who runs the site and from where.</p>
<h2>Your account</h2>
<p>Register with an address or a number of your own. Keep your password to yourself. If somebody else uses your account, change the password and end the other sign-ins on the page “Security”.</p>
<h2>What is allowed</h2>
<ul><li>Do not upload what is unlawful or belongs to others.</li><li>Do not get around limits, or in the way of other people.</li><li>Programs that call the site keep to its rate limits.</li></ul>
<h2>Balance and points</h2>
<p>Every entry is on record; the member centre shows and exports them. If something looks wrong, ask us to check.</p>
<h2>AI chat</h2>
<p>Answers are generated and may be wrong. They are no legal, medical or financial advice.</p>
<h2>Changes and the end</h2>
<p>Changes of these terms are announced beforehand. You can end your account in the member centre at any time, and take your data along first.</p>`,
  },
  {
    slug: 'privacy',
    title: '隐私政策',
    titleEn: 'Privacy',
    body: `<p>这里说明本站保存哪些信息、为什么保存、保存多久。发布前，请核对保存期限和您的设置是否一致，并补上负责人的联系方式。</p>
<h2>我们保存什么</h2>
<ul><li>账号：用户名、昵称、头像，以及您填写的邮箱和手机号。密码只保存无法还原的摘要。</li><li>登录记录：时间、网络地址、浏览器名称，用来发现陌生登录。</li><li>余额、积分、对话和您上传的文件。</li></ul>
<h2>浏览器里保存什么</h2>
<p>本站不使用跟踪 Cookie。语言、深浅色和登录凭证保存在您的浏览器里，只用于本站。</p>
<h2>谁能看到</h2>
<p>只有获得相应权限的管理员；他们的操作有记录。我们不出售个人信息。</p>
<h2>您的权利</h2>
<p>您可以在会员中心查看和修改资料，下载自己的全部数据，或注销账号。注销有七天的考虑期，期满后数据会被删除。</p>`,
    bodyEn: `<p>What this site keeps of you, why, and for how long. Before you publish this, compare the periods with your settings, and add who is responsible and how to reach them.</p>
<h2>What we keep</h2>
<ul><li>Your account: username, nickname, avatar, and the address and number you give us. Of a password only a digest is kept that cannot be turned back.</li><li>Sign-ins: time, network address and the name of your browser, to notice strangers.</li><li>Balance, points, chats and the files you upload.</li></ul>
<h2>What your browser keeps</h2>
<p>There are no tracking cookies. Language, colours and your sign-in are kept in your browser, for this site alone.</p>
<h2>Who can see it</h2>
<p>Only administrators who have been given the right to; what they do is on record. Personal data is not sold.</p>
<h2>Your rights</h2>
<p>In the member centre you can see and change your data, download all of it, or end your account. There are seven days to think it over; then it is deleted.</p>`,
  },
  {
    slug: 'accessibility',
    title: '无障碍声明',
    titleEn: 'Accessibility',
    body: `<p>我们希望每个人都能使用本站。</p>
<h2>已经做到的</h2>
<ul><li>所有功能都可以只用键盘完成，焦点始终可见。</li><li>公开页面不启用脚本也能阅读、搜索和导航。</li><li>文字和背景有足够的对比，放大到 400% 不丢失内容。</li><li>遵从系统的深浅色、减弱动态效果和高对比度设置。</li></ul>
<h2>遇到障碍</h2>
<p>请告诉我们：在哪一页、用什么设备、卡在哪里。我们会尽快改进，并在此期间用别的方式帮您完成。</p>`,
    bodyEn: `<p>Everybody should be able to use this site.</p>
<h2>What is there</h2>
<ul><li>Everything works by keyboard alone, and the focus is always in sight.</li><li>Public pages can be read, searched and walked through without script.</li><li>Text stands out from its background, and nothing is lost at 400% zoom.</li><li>Your system’s choice of colours, less motion and high contrast is followed.</li></ul>
<h2>If something is in your way</h2>
<p>Tell us on which page, with which device, and where you got stuck. We mend it, and until then help you in another way.</p>`,
  },
];

/** Newest first, a day between each. */
export const SAMPLE_NOTICES: readonly (SiteText & { readonly isPinned: boolean })[] = [
  {
    title: '明前龙井到货',
    titleEn: 'First-spring Longjing has arrived',
    isPinned: true,
    body: '<p>今年的明前龙井已经入库，数量不多，售完为止。</p><p>同批的<a href="/goods/3">黄山毛峰</a>也在售。</p>',
    bodyEn:
      '<p>This year’s first picking of Longjing is in stock. There is little of it, and no second delivery.</p><p><a href="/en/goods/3">Huangshan Maofeng</a> of the same week is here, too.</p>',
  },
  {
    title: '会员可以用通行密钥登录了',
    titleEn: 'Members can sign in with passkeys',
    isPinned: false,
    body: '<p>在“安全”页面添加通行密钥后，用指纹、面容或屏幕锁即可登录，不再需要密码和验证码。</p>',
    bodyEn: '<p>Add a passkey on the page “Security” and sign in by fingerprint, face or screen lock, without password or code.</p>',
  },
  {
    title: '节假日发货安排',
    titleEn: 'Deliveries over the holidays',
    isPinned: false,
    body: '<p>假期期间照常接单，发货顺延到假期后第一个工作日。</p>',
    bodyEn: '<p>Orders are taken as usual and leave on the first working day after the holidays.</p>',
  },
];
