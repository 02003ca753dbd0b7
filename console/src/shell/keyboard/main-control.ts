/** What of a row leads to its record, or else what can be done there first. */
export function mainControl(row: Element | null | undefined): HTMLElement | null {
  return (
    row?.querySelector<HTMLElement>('[data-small=name] a[href]') ??
    row?.querySelector<HTMLElement>('a[href], button, input') ??
    null
  );
}
