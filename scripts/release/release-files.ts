/** What a release is made of, besides its packages: the built pages, the server, what both say, and what its pages lead to. */
export const RELEASE_FILES: readonly string[] = [
  'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json', 'package-lock.json',
  'deploy', 'dist', 'dist-demo', 'dist-server', 'docs', 'help', 'locales', 'modules',
  'scripts/client-package/README.md', 'server', 'src/api', 'src/domain', 'src/machines', 'src/sections',
]; // prettier-ignore

/** The name of the archive, and of the folder in it. */
export const releaseName = (version: string, platform: string = process.platform, arch: string = process.arch): string =>
  `troupe-${version}-${platform}-${arch}`;

/** What packages bring for who develops with them, and nobody runs. */
export const isForDevelopers = (name: string): boolean => /\.(?:map|md|markdown|d\.[cm]?ts)$/iu.test(name) && !/^licen[cs]e/iu.test(name);
