/** The list of the palette: links in groups, one of them active. */
import { IconCornerDownLeft } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useText } from '../../i18n/text.ts';
import { PageLink } from '../routing/PageLink.tsx';
import { keyOf, type Choice } from './choice.ts';
import { marked, rankOf } from './match.ts';
import css from './palette.module.css';

export type Group = { title: string; choices: readonly Choice[] };

type Props = {
  /** Of the list; its options are numbered after it. */
  id: string;
  groups: readonly Group[];
  active: Choice | null;
  words: readonly string[];
  busy: boolean;
  /** The pointer is on an option. */
  onPoint: (key: string) => void;
  /** An option is followed, here or in a new tab. */
  onFollow: (choice: Choice) => void;
  /** The page is left for it. */
  onLeave: (to: string) => void;
};

export function Options({ id, groups, active, words, busy, onPoint, onFollow, onLeave }: Props) {
  const t = useText();
  const choices = groups.flatMap((group) => group.choices);
  const activeId = active ? `${id}-${choices.indexOf(active)}` : undefined;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  if (choices.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={t('palette.results')} aria-busy={busy} className={css.list}>
      {groups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <div className={css.title} aria-hidden>
            {group.title}
          </div>
          {group.choices.map((choice) => (
            <PageLink
              key={keyOf(choice)}
              to={choice.to}
              id={`${id}-${choices.indexOf(choice)}`}
              role="option"
              aria-selected={choice === active}
              tabIndex={-1}
              className={css.option}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => choice !== active && onPoint(keyOf(choice))}
              onClick={(event) => {
                onFollow(choice);
                if (!(event.ctrlKey || event.metaKey || event.shiftKey)) onLeave(choice.to);
              }}
            >
              <choice.icon size={18} stroke={1.75} aria-hidden />
              <span className={`cut ${css.name}`}>
                <Marked text={choice.text} words={words} />
              </span>
              {choice.meta && (
                <span className={choice.code ? `cut mono ${css.meta}` : `cut ${css.meta}`}>
                  <Marked text={choice.meta} words={rankOf(words, choice.text) === null ? words : []} />
                </span>
              )}
              {choice === active && <IconCornerDownLeft className="only-wide" size={14} stroke={1.75} aria-hidden />}
            </PageLink>
          ))}
        </div>
      ))}
    </div>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return marked(words, text).map((piece, n) => (piece.marked ? <mark key={n}>{piece.text}</mark> : piece.text));
}
