/** All styles of the documents as one file, which each of them links to: most visits see more than one. */
import './base.css';

export const modules = import.meta.glob('./**/*.module.css', { eager: true });
