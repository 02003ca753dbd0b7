/** A value that a machine made, copied with one click. */
import { CopyIcon } from './CopyIcon.tsx';
import css from './copy-value.module.css';

export function CopyValue({ value, name }: { value: string; name: string }) {
  return (
    <span className={css.copy}>
      <span className={`mono ${css.value}`}>{value}</span>
      <CopyIcon value={value} name={name} />
    </span>
  );
}
