import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';
import { goodsCount } from './goods-count.tsx';

export const goodsCategoryWindows: SectionBundle = { besideTitle: goodsCount };
