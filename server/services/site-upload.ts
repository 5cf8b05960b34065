/** What the browser is told about uploads; the settings become editable with the attachments section. Source: wire protocol §3.1, §6. */
export const UPLOAD_CONFIG = {
  mode: 'local',
  maxSize: 10_485_760,
  saveName: '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}',
  allowedSuffixes: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,wav,mp4,mp3',
  allowedMimeTypes: [] as string[],
};
