/**
 * A field for a day, as people write days: it takes and shows the person's own format, and a button opens a calendar
 * (https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/).
 */
import { Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { CalendarProps } from './DayCalendar.tsx';
import { useDayTexts } from './day-texts.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection'> & {
  /** YYYY-MM-DD; what has been typed where that is no day. */
  value: string;
  onChange: (value: string) => void;
  /** The first day that may be chosen, YYYY-MM-DD. */
  first?: string;
};

const load = () => import('./DayCalendar.tsx');

export function DayField({ value, onChange, onBlur, onKeyDown, first, readOnly = false, ...rest }: Props) {
  const t = useText();
  const { display, parse } = useDayTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState({ text: display(value), value });
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps> | null>(null);
  const [opened, setOpened] = useState(false);
  // Another value than the one that was typed: it came from elsewhere.
  const text = typed.value === value ? typed.text : display(value);

  const type = (next: string) => {
    const day = parse(next) ?? next.trim();
    setTyped({ text: next, value: day });
    if (day !== value) onChange(day);
  };
  const choose = (day: string) => {
    setTyped({ text: display(day), value: day });
    if (day !== value) onChange(day);
  };
  const preload = () => void load().catch(() => undefined);
  /** At once where it is loaded, so that the next key is the calendar's. */
  const open = () => {
    setOpened(true);
    if (Calendar === null) load().then((module) => setCalendar(() => module.default), showProblem);
  };
  const close = () => {
    setOpened(false);
    button.current?.focus({ preventScroll: true });
  };
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    open();
  };
  const calendarButton = readOnly ? null : (
    <IconButton
      ref={button}
      label={t('form.openCalendar')}
      icon={IconCalendar}
      size={24}
      aria-haspopup="dialog"
      aria-expanded={opened && Calendar !== null}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={opened ? close : open}
    />
  );
  return (
    <Popover
      opened={opened && Calendar !== null}
      onChange={setOpened}
      onDismiss={close}
      position="bottom-end"
      trapFocus
      returnFocus={false}
      closeOnEscape={false}
      // Inside of what it stands in: a click in the calendar is none beside a dialog or a popover around it.
      withinPortal={false}
      floatingStrategy="fixed"
      withRoles={false}
      transitionProps={{ duration: 0 }}
      shadow="md"
      radius="md"
    >
      <Popover.Target>
        <div>
          <TextInput
            {...rest}
            readOnly={readOnly}
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={pressed}
            onFocus={preload}
            onBlur={(event) => {
              const day = parse(text);
              if (day !== null) setTyped({ text: display(day), value: day });
              onBlur?.(event);
            }}
            rightSection={calendarButton}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown p={8} role="dialog" aria-modal aria-label={t('form.calendar')}>
        {Calendar && opened && <Calendar day={parse(text)} first={first} onChoose={choose} onClose={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}
