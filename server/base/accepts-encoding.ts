/** Whether a reply may be sent in an encoding. @param header `Accept-Encoding` */
export const acceptsEncoding = (header: string, encoding: string): boolean =>
  header.split(',').some((item) => {
    const [name, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter));
  });
