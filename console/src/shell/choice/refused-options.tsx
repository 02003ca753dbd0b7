/**
 * Options that can't be chosen and say why. Not `disabled`, which the arrow keys pass by: what they say is there to be
 * heard.
 */
import { CheckIcon, type SelectProps } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import css from './options.module.css';
import type { Findable } from './use-leaving.tsx';

type Draw = NonNullable<SelectProps['renderOption']>;

/** Draws those that are refused as such, and each as it is drawn otherwise. */
export function drawOptions(refuses: Findable['refuses'], draw: Draw = asMantineDoes): Draw {
  return (item) => {
    const drawn = draw(item);
    return refuses?.(item.option.value) ? <Refused>{drawn}</Refused> : drawn;
  };
}

const asMantineDoes: Draw = ({ option, checked }) => (
  <>
    {checked && <CheckIcon className={css.check} />}
    <span>{option.label}</span>
  </>
);

function Refused({ children }: { children: ReactNode }) {
  const inside = useRef<HTMLSpanElement>(null);
  // Mantine draws what surrounds it, and takes no attribute for it.
  useLayoutEffect(() => {
    const around = inside.current?.closest('[role=option]');
    if (!around) return;
    // Chosen, it would also put away what was typed.
    const stay = (event: Event) => event.stopPropagation();
    around.ariaDisabled = 'true';
    around.addEventListener('click', stay);
    return () => {
      around.ariaDisabled = null;
      around.removeEventListener('click', stay);
    };
  }, []);
  return <span ref={inside}>{children}</span>;
}
