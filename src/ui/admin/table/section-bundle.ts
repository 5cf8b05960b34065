import { LazyCodeError, lazyOnce } from '#actors/base/lazy-code';
import { withAllSections } from '#actors/base/resource-book';
import { resourceNameOf } from '#domain/table/section-folder';
import type { SectionBundle } from '../../kit/table/base/table-extras.ts';

const files = import.meta.glob<Readonly<Record<string, SectionBundle>>>('/src/sections/*/*.windows.tsx');

const parts = new Map(
  Object.entries(files).map(([path, load]) => [
    resourceNameOf(path),
    lazyOnce(async () => {
      const [main] = Object.values(await withAllSections(load()));
      if (!main) throw new LazyCodeError(`${path} exports nothing`);
      return main;
    }),
  ]),
);

/** By the resource's name; most sections need none. The same promise each time, as `use` wants it. */
export const sectionBundle = (resource: string): Promise<SectionBundle> | undefined => parts.get(resource)?.();
