/** What follows of an act, before somebody decides on it: what is lost has a cross, and what stays has a tick. */
import { IconCheck, IconX } from '@tabler/icons-react';
import css from './follows.module.css';

export function Follows({ lost, stays }: { lost: readonly string[]; stays: readonly string[] }) {
  return (
    <ul className={css.follows}>
      {lost.map((text) => (
        <li key={text}>
          <IconX size={16} stroke={1.75} className={css.lost} aria-hidden />
          {text}
        </li>
      ))}
      {stays.map((text) => (
        <li key={text}>
          <IconCheck size={16} stroke={1.75} className={css.stays} aria-hidden />
          {text}
        </li>
      ))}
    </ul>
  );
}
