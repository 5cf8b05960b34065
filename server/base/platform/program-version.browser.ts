/** Of the build. */
export const PROGRAM_VERSION: string = import.meta.env['VITE_APP_VERSION'] ?? '0.0.0';
