import type { SectionTexts } from '#domain/table/section-folder';

export const sectionTexts = import.meta.glob<SectionTexts>('/src/sections/*/zh-cn.json', { eager: true, import: 'default' });
