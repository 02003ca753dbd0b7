/** An email address, which no program translates; it breaks after its @ sooner than within a name. */
export function EmailAddress({ children }: { children: string }) {
  const at = children.lastIndexOf('@') + 1;
  return (
    <span translate="no" className="email">
      <span>{children.slice(0, at)}</span>
      <wbr />
      <span>{children.slice(at)}</span>
    </span>
  );
}
