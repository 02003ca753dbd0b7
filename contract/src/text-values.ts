/** What is filled into the placeholders of a text. */
export type TextValues = Record<string, string | number>;

/**
 * The same values, shown as they are: the library of texts reads the letters `\u202e` or `\x0a` of what somebody has
 * typed as the character itself, which no rule for names has seen. A backslash is handed to it as such a sequence.
 */
export const asTyped = (values: TextValues): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', String.raw`\x5c`) : value,
    ]),
  );
