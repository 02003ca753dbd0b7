/** What may stand in the subject of a certificate. A pure predicate for both sides. */
import { isPlainText } from './hidden-characters.ts';
import type { Reason } from './problem.ts';
import { notAllowed, whyNotLine } from './rules.ts';

/** One line that may be empty, of which all can be seen: else one name that is signed would look like another. */
export const whyNotSubjectLine = (value: string, max: number): Reason | null =>
  whyNotLine(value, max) ?? (isPlainText(value.trim()) ? null : notAllowed('characters'));
