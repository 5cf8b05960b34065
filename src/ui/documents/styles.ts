/** All styles of the documents as one file, which stands in each of them. */
import './base.css';

export const modules = import.meta.glob('./**/*.module.css', { eager: true });
