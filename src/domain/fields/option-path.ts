/** What is looked for among options that hang below each other. */
export const MAX_OPTION_TEXT = 50;
/** Ways that are found at once; whoever wants others types more. */
export const MAX_FOUND_PATHS = 50;
