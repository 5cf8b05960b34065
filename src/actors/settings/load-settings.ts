/** What the pages of settings are made of. First pages know of this file alone, which lists the others for them. */
export async function loadSettings() {
  const [{ settingsBundle }, { keepSettings }] = await Promise.all([import('./settings.bundle.ts'), import('./settings-drafts.ts')]);
  return { settingsBundle, keepSettings };
}
