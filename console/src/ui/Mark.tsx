/** The product's seal. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11.2" fill="var(--sg-brand-solid)" />
      <circle cx="12" cy="12" r="9.1" fill="none" stroke="#fff" strokeOpacity=".38" strokeWidth=".7" />
      <path
        d="M14.9 8.9a2.9 2.9 0 1 0-2.9 3.1 2.9 2.9 0 1 1-2.9 3.1"
        fill="none"
        stroke="#fff"
        strokeWidth="1.9"
        strokeLinecap="round"
      />
    </svg>
  );
}
