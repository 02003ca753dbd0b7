/** A date as it is shown everywhere: in a time element, its hyphens narrow. */
import { Fragment } from 'react';

/** `value` is the stored date or datetime, `shown` the text a person reads. */
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
