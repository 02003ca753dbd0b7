/**
 * Elements of one make are drawn alike on the same ground: tag, classes and what their style comes to are the same from
 * the element up to the root, and a link stands in a text or by itself. What the contrast of one is judged to be holds
 * for all of them, but for what only one of them has lying over it.
 */
type Makes = {
  /** The make of an element as it is drawn now; another in another colour scheme. */
  of: (element: Element) => number;
  judged: (element: Element) => void;
  isJudged: (element: Element) => boolean;
  /** What can be seen within and has a text or a value, by makes of which none has been judged. */
  unknownIn: (scope: Document | Element) => Map<number, [Element, ...Element[]]>;
};

declare global {
  interface Window {
    /** Kept as long as the page is not loaded anew. */
    makes?: Makes;
  }
}

/** Runs in the page, and leaves there what knows the makes. */
export function knowMakes(): void {
  if (window.makes) return;
  const numbers = new Map<string, number>();
  const known = new Set<number>();
  /** Whether a link stands in a line with other words. */
  const isAmidText = (link: Element): boolean => {
    let block = link.parentElement;
    while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
    return block?.textContent.trim() !== link.textContent.trim();
  };
  /** Of one look: the classes and colours of an element change between two. */
  let ofElements = new Map<Element, number>();
  const of = (element: Element): number => {
    const before = ofElements.get(element);
    if (before !== undefined) return before;
    const style = getComputedStyle(element);
    const name = [
      element.parentElement ? of(element.parentElement) : 0,
      element.tagName,
      element.getAttribute('class'),
      element.tagName === 'A' && isAmidText(element),
      element.hasAttribute('disabled') || element.getAttribute('aria-disabled') === 'true',
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.fontSize,
      style.fontWeight,
      style.textShadow,
      style.filter,
      style.mixBlendMode,
      style.position,
    ].join('|');
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    ofElements.set(element, number);
    return number;
  };
  window.makes = {
    of,
    judged: (element) => known.add(of(element)),
    isJudged: (element) => known.has(of(element)),
    unknownIn(scope) {
      ofElements = new Map();
      const unknown = new Map<number, [Element, ...Element[]]>();
      for (const element of scope.querySelectorAll('*')) {
        const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
        // axe judges no single letter and no box to check.
        const isWritten = own && (element.textContent ?? '').trim().length > 1;
        if (!isWritten && !element.matches('input:not([type=checkbox], [type=radio]), select, textarea')) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        const make = of(element);
        if (known.has(make)) continue;
        const others = unknown.get(make);
        if (others) others.push(element);
        else unknown.set(make, [element]);
      }
      return unknown;
    },
  };
}
