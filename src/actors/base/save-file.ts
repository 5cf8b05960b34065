/** Long enough for the browser to have taken the content over. */
const KEPT_MS = 60_000;

/** Lets the browser save a file as if a link to it had been followed. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}
