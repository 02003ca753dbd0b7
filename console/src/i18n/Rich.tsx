/**
 * A text with tags: `Read the <link>terms</link>.` The words in a tag become the content of the element of that name;
 * params never make tags.
 */
import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { t, useLocale, type TextKey, type TextParams } from './text.ts';

export type RichTags = Record<string, ReactElement>;

/** Stands for `<` inside a param while the text is split. A private-use character, which no text holds. */
const MASK = '\uE000';
const bold: RichTags = { b: <b /> };

export function Rich({ text, params = {}, tags = {} }: { text: TextKey; params?: TextParams; tags?: RichTags }) {
  useLocale();
  const masked = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('<', MASK) : value,
    ]),
  );
  return (
    <>
      {splitTags(t(text, masked)).map((part, index) => (
        <Fragment key={index}>{render(part, { ...bold, ...tags })}</Fragment>
      ))}
    </>
  );
}

function render(part: Part, tags: RichTags): ReactNode {
  const text = part.text.replaceAll(MASK, '<');
  const element = part.tag === null ? undefined : tags[part.tag];
  return element ? cloneElement(element, {}, text) : text;
}

type Part = { tag: string | null; text: string };

/** "a <b>c</b> d" becomes a, c in b, d. Tags don't nest. */
export function splitTags(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(/<(\w+)>([^<]*)<\/\1>/g)) {
    if (match.index > at) parts.push({ tag: null, text: text.slice(at, match.index) });
    parts.push({ tag: match[1] ?? null, text: match[2] ?? '' });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ tag: null, text: text.slice(at) });
  return parts;
}
