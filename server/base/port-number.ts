/** The number of a TCP port as text, from 1 to 65535. */
export const isPort = (text: string): boolean => /^\d{1,5}$/u.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
