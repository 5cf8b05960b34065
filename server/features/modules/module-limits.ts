/** Packages of one module that are kept for going back beside the one that is installed, and of all modules together. */
export const MODULE_PACKAGES_KEPT = 3;
export const MODULE_PACKAGES = 100;
/** How long a package waits that nobody installs, and how many entries say what was done with modules. */
export const MODULE_PACKAGE_SECONDS = 30 * 86_400;
export const MODULE_RUNS = 1000;
/** How often registries elsewhere are asked when nobody asks them by hand. */
export const REGISTRY_EVERY_SECONDS = 86_400;
/** How long looking at what a module does may hold its tables: it is done whole, and taken back. */
export const MODULE_PLAN_MS = 60_000;
