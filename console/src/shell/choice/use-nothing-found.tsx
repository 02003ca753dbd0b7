/** Tells those who don't see a list that there is nothing in it to choose. */
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

/** The text of an empty list; `onShown` hears when it appears, and when it goes. */
function InList({ text, onShown }: { text: ReactNode; onShown: (yes: boolean) => void }) {
  useEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);
  return text;
}

/** What the list shows where nothing is found, what says it beside the field, and who hears of the list opening. */
export function useNothingFound(
  text: ReactNode,
  {
    onDropdownOpen,
    onDropdownClose,
  }: { onDropdownOpen?: (() => void) | undefined; onDropdownClose?: (() => void) | undefined },
) {
  const [isOpened, setIsOpened] = useState(false);
  const [isEmpty, setIsEmpty] = useState(false);
  return {
    // Its place is there before the text is: what comes along with its place is not read out everywhere.
    status: isOpened && text ? <VisuallyHidden role="status">{isEmpty ? text : null}</VisuallyHidden> : null,
    list: {
      nothingFoundMessage: text ? <InList text={text} onShown={setIsEmpty} /> : undefined,
      onDropdownOpen: () => {
        setIsOpened(true);
        onDropdownOpen?.();
      },
      onDropdownClose: () => {
        setIsOpened(false);
        onDropdownClose?.();
      },
    },
  };
}
