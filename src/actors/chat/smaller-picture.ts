/** No provider looks closer. */
const LONGEST_SIDE_PX = 2048;
const QUALITY = 0.85;

/** A picture as a smaller JPEG, decoded by the browser. @throws DOMException for what is no picture */
export async function smallerPicture(file: File): Promise<File> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser draws no pictures');
  // What is seen through becomes black otherwise.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('the picture was not written'))), 'image/jpeg', QUALITY);
  });
  return new File([blob], `${file.name.replace(/\.[^.]*$/u, '')}.jpg`, { type: 'image/jpeg' });
}
