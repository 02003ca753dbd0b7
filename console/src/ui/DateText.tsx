/** Dates as they are shown everywhere: no line ends within one. */
import { Fragment } from 'react';

/** One in a time element, its hyphens narrow. `value` is the stored date or datetime, `text` what a person reads. */
export function DateText({ value, text }: { value: string; text: string }) {
  return (
    <time dateTime={value.length > 10 ? `${value.replace(' ', 'T')}Z` : value}>
      {text.split('-').map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <i>-</i>}
          {part}
        </Fragment>
      ))}
    </time>
  );
}

/** A text that may have such dates in it, as a name or a sentence has. */
export function WithDates({ children: text }: { children: string }) {
  return text.split(HYPHENATED_DATE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  );
}

const HYPHENATED_DATE = /(\b\d{1,4}-[\p{L}\p{N}.]{2,9}-\d{1,4}\b)/u;
