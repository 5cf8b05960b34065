import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { BUILD_MANIFEST, type BuildManifest } from '../../server/adapters/pages/build-manifest.ts';

/**
 * Vite's list of the build names a source by the file that was made for it alone. Of several sources in one file it names none: they are
 * added, each as what its file is.
 */
export function sourcesInManifest(directory: string): Plugin {
  const root = `${directory.replaceAll('\\', '/')}/`;
  return {
    name: 'sources-in-manifest',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }, bundle) {
        const path = join(dir, BUILD_MANIFEST);
        const manifest = JSON.parse(readFileSync(path, 'utf8')) as BuildManifest;
        const byFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
        const sources = Object.values(bundle).flatMap((output) => {
          const chunk = byFile.get(output.fileName);
          if (output.type !== 'chunk' || !chunk) return [];
          const names = output.moduleIds.filter((id) => id.startsWith(root)).map((id) => id.slice(root.length));
          const isAskedFor = (name: string): boolean => {
            const module = this.getModuleInfo(root + name);
            return module !== null && (module.dynamicImporters.length > 0 || module.importers.some((id) => id.endsWith('.html')));
          };
          return names.filter((name) => !manifest[name] && isAskedFor(name)).map((name) => [name, chunk] as const);
        });
        writeFileSync(path, JSON.stringify({ ...manifest, ...Object.fromEntries(sources) }, null, 2));
      },
    },
  };
}
