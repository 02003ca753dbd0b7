/** A day in a row of a list that says what it is: where a row is two lines nobody sees the head of its column. */
import { Rich } from '../../i18n/Rich.tsx';
import type { TextKey } from '../../i18n/text.ts';
import { DateText } from '../../ui/DateText.tsx';

type Props = {
  /** Holds the day: "Ends <day>{day}</day>". */
  text: TextKey;
  /** As it is stored. */
  value: string;
  /** As the person writes days. */
  day: string;
};

export function DayInWords({ text, value, day }: Props) {
  return (
    <span>
      <Rich text={text} params={{ day }} tags={{ day: <Day value={value} /> }} />
    </span>
  );
}

/** The words come from the text around it. */
function Day({ value, children = '' }: { value: string; children?: string }) {
  return <DateText value={value} text={children} />;
}
