/**
 * A small tooltip without a positioning library: it shows the name of an icon after a moment of hover, or on keyboard
 * focus.
 */
import { useEffect, useLayoutEffect, useRef, useState, type DOMAttributes, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import css from './tip.module.css';

const OPEN_AFTER_MS = 400;
const GAP = 6;

type Place = { left: number; top: number };

/** Below its target, above where there is no room, and within the window. */
export function placeOf(
  target: DOMRect,
  tip: { width: number; height: number },
  window: { width: number; height: number },
): Place {
  const left = Math.min(Math.max(GAP, target.left + target.width / 2 - tip.width / 2), window.width - tip.width - GAP);
  const below = target.bottom + GAP;
  return { left, top: below + tip.height > window.height ? target.top - tip.height - GAP : below };
}

type Handlers = Pick<
  DOMAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur'
>;

/**
 * The handlers for the element that has the name, and the tip to render beside it.
 * `label` repeats the accessible name, so the tip itself is hidden from assistive technology.
 */
export function useTip(label: string): {
  handlers: Handlers;
  /** Opens it at once. */
  show: (element: HTMLElement) => void;
  tip: ReactNode;
} {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const close = () => {
    clearTimeout(timer.current);
    setTarget(null);
  };
  const openLater = (element: HTMLElement, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTarget(element), delay);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!target) return;
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && setTarget(null);
    /** On a touch screen nothing leaves the element, and not every browser gives a button the focus. */
    const elsewhere = ({ target: at }: Event) => {
      if (!(at instanceof Node && target.contains(at))) setTarget(null);
    };
    addEventListener('keydown', escape);
    addEventListener('pointerdown', elsewhere);
    addEventListener('scroll', elsewhere, { capture: true, passive: true });
    return () => {
      removeEventListener('keydown', escape);
      removeEventListener('pointerdown', elsewhere);
      removeEventListener('scroll', elsewhere, { capture: true });
    };
  }, [target]);
  return {
    handlers: {
      onPointerEnter: (event) => {
        if (event.pointerType === 'mouse') openLater(event.currentTarget, OPEN_AFTER_MS);
      },
      onPointerLeave: close,
      onPointerDown: close,
      onFocus: (event) => {
        if (event.currentTarget.matches(':focus-visible')) openLater(event.currentTarget, 0);
      },
      onBlur: close,
    },
    show: (element) => openLater(element, 0),
    tip: target && createPortal(<Bubble target={target} label={label} />, document.body),
  };
}

function Bubble({ target, label }: { target: HTMLElement; label: string }) {
  const bubble = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    if (bubble.current)
      setPlace(
        placeOf(target.getBoundingClientRect(), bubble.current.getBoundingClientRect(), {
          width: innerWidth,
          height: innerHeight,
        }),
      );
  }, [target, label]);
  return (
    <div ref={bubble} className={css.tip} aria-hidden style={place ?? { visibility: 'hidden' }}>
      {label}
    </div>
  );
}
