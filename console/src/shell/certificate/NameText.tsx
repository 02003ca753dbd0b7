/** A text of somebody's certificate: what would not be seen in it is shown, and it turns no other text around. */
import { visibleParts } from '@signet/contract/hidden-characters';
import css from './certificate.module.css';

export function NameText({ children }: { children: string }) {
  return (
    <bdi translate="no">
      {visibleParts(children).map(({ text, hidden }, index) =>
        hidden ? (
          <span key={index} className={css.hidden}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </bdi>
  );
}
