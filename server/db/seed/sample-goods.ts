import type { NewRow } from '../tables/tables.ts';

type SampleCategory = Omit<NewRow<'goods_category'>, 'create_time' | 'update_time'>;
type SampleGoods = Omit<NewRow<'goods'>, 'create_time' | 'update_time' | 'images' | 'tags'> & {
  readonly images: readonly string[];
  readonly tags: readonly string[];
};

/** A small shop for tea and the kitchen, so that a first look finds something to look at. */
export const SAMPLE_CATEGORIES: readonly SampleCategory[] = [
  { id: 1, pid: 0, name: '茶叶', name_en: 'Tea', icon: 'el-icon-CoffeeCup', weigh: 8 },
  { id: 2, pid: 1, name: '绿茶', name_en: 'Green tea', weigh: 7 },
  { id: 3, pid: 1, name: '红茶与乌龙', name_en: 'Black tea and oolong', weigh: 6 },
  { id: 4, pid: 1, name: '花草茶', name_en: 'Herbal infusions', weigh: 5 },
  { id: 5, pid: 0, name: '厨房', name_en: 'Kitchen', icon: 'el-icon-KnifeFork', weigh: 4 },
  { id: 6, pid: 5, name: '茶具', name_en: 'Teaware', weigh: 3 },
  { id: 7, pid: 5, name: '炊具', name_en: 'Cookware', weigh: 2 },
  { id: 8, pid: 5, name: '节令礼盒', name_en: 'Seasonal gift boxes', status: '0', weigh: 1 },
];

const [NEW, HOT, GIFT, ORGANIC, HANDMADE, SALE] = ['新品', '热卖', '送礼', '有机', '手工', '特价'] as const;

type Line = readonly [
  category: number,
  picture: string | null,
  title: string,
  titleEn: string,
  priceCents: number,
  listPriceCents: number | null,
  stock: number,
  unit: string,
  status: 'draft' | 'on' | 'off',
  tags: readonly string[],
  subtitle: string,
];

const LINES: readonly Line[] = [
  [
    2,
    'tea-green',
    '西湖龙井 明前 100 克',
    'West Lake Longjing, first spring, 100 g',
    36800,
    42800,
    46,
    '罐',
    'on',
    [NEW, HOT],
    '豆香清鲜，回甘悠长',
  ],
  [2, 'tea-green', '碧螺春 50 克', 'Biluochun, 50 g', 19800, null, 80, '罐', 'on', [HOT], '卷曲如螺，花果香'],
  [2, 'pouch-green', '黄山毛峰 100 克', 'Huangshan Maofeng, 100 g', 16800, 18800, 120, '袋', 'on', [], '山场高海拔，清甜'],
  [2, 'tea-green', '安吉白茶 100 克', 'Anji Baicha, 100 g', 25800, null, 35, '罐', 'on', [NEW], '叶白脉翠，鲜爽'],
  [2, 'pouch-green', '六安瓜片 250 克', "Lu'an Guapian, 250 g", 28800, 32000, 0, '袋', 'off', [], '单片无芽，火香足'],
  [2, 'pouch-green', '信阳毛尖 100 克', 'Xinyang Maojian, 100 g', 13800, null, 64, '袋', 'on', [ORGANIC], '细圆紧直，浓醇'],
  [2, 'tea-green', '太平猴魁 100 克', 'Taiping Houkui, 100 g', 45800, 49800, 12, '罐', 'on', [GIFT], '两叶一芽，兰香'],
  [2, null, '日式煎茶 80 克', 'Sencha, 80 g', 9900, null, 150, '袋', 'draft', [], '蒸青，海苔香'],
  [3, 'tea-black', '正山小种 无烟 100 克', 'Lapsang Souchong, unsmoked, 100 g', 15800, 18800, 90, '罐', 'on', [HOT], '蜜香薯香，汤色金黄'],
  [3, 'tea-black', '祁门红茶 100 克', 'Keemun, 100 g', 17800, null, 70, '罐', 'on', [], '似花似果似蜜'],
  [3, 'pouch-red', '滇红金芽 100 克', 'Yunnan Golden Tips, 100 g', 12800, 14800, 200, '袋', 'on', [SALE], '金毫显露，甜醇'],
  [3, 'box-oolong', '铁观音 清香 250 克', 'Tieguanyin, light, 250 g', 19900, 23900, 88, '盒', 'on', [], '七泡有余香'],
  [3, 'box-red', '大红袍 150 克', 'Da Hong Pao, 150 g', 32800, null, 40, '盒', 'on', [GIFT], '岩骨花香'],
  [
    3,
    'pouch-oolong',
    '凤凰单丛 鸭屎香 100 克',
    'Phoenix Dancong, Ya Shi Xiang, 100 g',
    21800,
    25800,
    55,
    '袋',
    'on',
    [NEW],
    '银花香，回甘快',
  ],
  [3, 'tea-oolong', '冻顶乌龙 150 克', 'Dong Ding Oolong, 150 g', 23800, null, 0, '罐', 'off', [], '中焙火，喉韵'],
  [3, 'tea-oolong', '大吉岭 春摘 100 克', 'Darjeeling, first flush, 100 g', 18600, null, 28, '罐', 'draft', [NEW], '麝香葡萄香'],
  [4, 'pouch-flower', '茉莉花茶 100 克', 'Jasmine tea, 100 g', 8800, 9900, 180, '袋', 'on', [HOT, SALE], '七窨一提'],
  [4, 'tin-flower', '杭白菊 50 克', 'Chrysanthemum, 50 g', 3900, null, 320, '罐', 'on', [ORGANIC], '胎菊，清热'],
  [4, 'tin-flower', '重瓣玫瑰 50 克', 'Rose buds, 50 g', 4600, 5200, 210, '罐', 'on', [], '平阴产地'],
  [4, 'pouch-oolong', '桂花乌龙 80 克', 'Osmanthus oolong, 80 g', 6900, null, 96, '袋', 'on', [], '金秋窨制'],
  [4, 'box-oolong', '陈皮老白茶 200 克', 'Aged white tea with tangerine peel, 200 g', 16900, 19900, 42, '盒', 'on', [GIFT], '可煮可闷'],
  [4, 'pouch-green', '薄荷叶 40 克', 'Mint leaves, 40 g', 2900, null, 260, '袋', 'draft', [ORGANIC], '冷泡更清凉'],
  [4, 'honey', '椴树蜂蜜 500 克', 'Linden honey, 500 g', 7800, 8800, 66, '瓶', 'on', [ORGANIC], '配花草茶'],
  [6, 'teapot', '紫砂西施壶 200 毫升', 'Yixing Xishi teapot, 200 ml', 88000, 98000, 9, '把', 'on', [HANDMADE, GIFT], '原矿朱泥，全手工'],
  [6, 'gaiwan', '白瓷盖碗 120 毫升', 'White porcelain gaiwan, 120 ml', 6800, null, 140, '只', 'on', [HOT], '不烫手的撇口'],
  [6, 'pitcher', '高硼硅玻璃公道杯 300 毫升', 'Borosilicate fairness pitcher, 300 ml', 4500, 5600, 175, '只', 'on', [], '耐热，出水利落'],
  [6, 'cups', '龙泉青瓷品茗杯 两只', 'Longquan celadon cups, pair', 12600, null, 60, '对', 'on', [HANDMADE], '粉青釉'],
  [6, 'tea-tray', '竹制茶盘 45 厘米', 'Bamboo tea tray, 45 cm', 15900, 18900, 24, '个', 'on', [], '储水抽屉'],
  [6, 'tea-set', '便携旅行茶具套装', 'Travel tea set', 19800, 23800, 33, '套', 'on', [NEW, GIFT], '一壶三杯，带收纳包'],
  [6, 'jian-cup', '建盏 兔毫 80 毫升', "Jian cup, hare's fur, 80 ml", 36000, null, 6, '只', 'draft', [HANDMADE], '一窑一色'],
  [6, 'cup', '白瓷主人杯 90 毫升', 'White porcelain tasting cup, 90 ml', 3800, null, 190, '只', 'on', [], '薄胎透光'],
  [6, 'tin', '密封锡茶罐', 'Pewter tea caddy', 23800, 26800, 22, '只', 'on', [HANDMADE, GIFT], '双层内盖，防潮'],
  [7, 'kettle', '不锈钢鸣音水壶 2 升', 'Whistling kettle, 2 l', 15800, null, 48, '把', 'on', [], '水开即鸣'],
  [7, 'bowl', '青花饭碗 四只', 'Blue and white rice bowls, set of four', 9600, 11800, 84, '套', 'on', [HOT], '釉下彩，可进洗碗机'],
  [7, 'wok', '铸铁炒锅 32 厘米', 'Cast iron wok, 32 cm', 32900, 39900, 38, '口', 'on', [HOT], '无涂层，越用越润'],
  [7, 'clay-pot', '砂锅 3 升', 'Clay pot, 3 l', 14900, null, 52, '口', 'on', [], '耐热锂辉石'],
  [7, 'steamer', '竹蒸笼 25 厘米 两层', 'Bamboo steamer, 25 cm, two tiers', 8900, 10900, 77, '套', 'on', [HANDMADE], '送蒸笼纸'],
  [7, 'knife', '三德刀 18 厘米', 'Santoku knife, 18 cm', 26800, null, 30, '把', 'on', [], '夹钢刀身'],
  [7, 'board', '柚木砧板 40 × 28 厘米', 'Teak cutting board, 40 × 28 cm', 18800, 21800, 0, '块', 'off', [], '整木，不拼接'],
  [7, 'cooker', '电陶炉 1200 瓦', 'Infrared cooker, 1200 W', 29900, null, 45, '台', 'on', [NEW], '煮茶静音'],
  [8, 'gift-box', '中秋茶月礼盒', 'Mid-autumn tea gift box', 39900, 45900, 0, '盒', 'off', [GIFT], '四款小罐茶与月饼'],
  [8, 'gift-box', '新春年货茶礼', 'New Year tea gift', 52000, null, 100, '盒', 'draft', [GIFT, NEW], '大红袍与正山小种'],
];

export const SAMPLE_GOODS: readonly SampleGoods[] = LINES.map(
  ([category_id, picture, title, title_en, price, list_price, stock, unit, status, tags, subtitle], index) => ({
    id: index + 1,
    category_id,
    title,
    title_en,
    subtitle,
    images: picture === null ? [] : [`/samples/${picture}.svg`],
    price,
    list_price,
    stock,
    unit,
    status,
    tags,
    weigh: LINES.length - index,
  }),
);
