/** The sections of a record: each opens and closes; from two on, a navigation beside them leads to each. */
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { isCovered, isFocusFree } from '../routing/free-focus.ts';
import { useOwnAddress } from '../routing/own-address.ts';
import { keepInView } from './keep-in-view.ts';
import { useSectionsOf, type RecordSection } from './record-section.ts';
import { Place } from './Section.tsx';
import css from './detail.module.css';

type Counts = Readonly<Record<string, number | undefined>>;
type Kept = Readonly<Record<string, boolean>>;

export function DetailSections<R>({ record, sections }: { record: R; sections: readonly RecordSection<R>[] }) {
  const t = useText();
  const { hash } = useOwnAddress();
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const [counts, setCounts] = useState<Counts>({});
  const [kept, setKept] = useState<Kept>({});
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const leave = useRef<(() => void) | null>(null);
  const open = useCallback((id: string, yes: boolean) => setToggled((before) => ({ ...before, [id]: yes })), []);
  const here = useSectionsOf(record, sections, kept);
  const isOpen = ({ id, closed }: RecordSection<R>) => toggled[id] ?? (closed !== true || hash === id);
  const show = (id: string, { focus = true } = {}) => {
    open(id, true);
    const heading = document.getElementById(`${base}${id}`);
    leave.current?.();
    if (heading && list.current) leave.current = keepInView(heading, list.current);
    if (focus) heading?.focus({ preventScroll: true });
  };
  useEffect(() => () => leave.current?.(), []);
  useEffect(() => {
    // A dialog over the page keeps the focus; the section is in view once it has closed.
    const covered = isCovered();
    if (here.some(({ id }) => id === hash) && (covered || isFocusFree())) show(hash, { focus: !covered });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the record shows
  }, []);
  const several = here.length > 1;
  // One frame for one section and for more, since in another one they would lose what is typed in them.
  return (
    <div className={several ? css.sections : undefined}>
      {several && (
        <nav aria-label={t('detail.sections')}>
          <ul>
            {here.map(({ id, title }) => (
              <li key={id}>
                <button type="button" onClick={() => show(id)}>
                  {t(title)}
                  {counts[id] !== undefined && (
                    <span className={css.badge}>{t('list.total', { total: counts[id] })}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div ref={list}>
        {here.map((section) => (
          <PlacedSection
            key={section.id}
            section={section}
            record={record}
            headingId={`${base}${section.id}`}
            open={isOpen(section)}
            onOpen={open}
            onCount={setCounts}
            onKeep={setKept}
          />
        ))}
      </div>
    </div>
  );
}

type PlacedProps<R> = {
  section: RecordSection<R>;
  record: R;
  headingId: string;
  open: boolean;
  onOpen: (id: string, yes: boolean) => void;
  onCount: (change: (before: Counts) => Counts) => void;
  onKeep: (change: (before: Kept) => Kept) => void;
};

function PlacedSection<R>({ section, record, headingId, open, onOpen, onCount, onKeep }: PlacedProps<R>) {
  const t = useText();
  const { id, Content } = section;
  const title = t(section.title);
  const place = useMemo(
    () => ({
      id,
      headingId,
      title,
      open,
      onToggle: () => onOpen(id, !open),
      onCount: (count: number | undefined) =>
        onCount((before) => (before[id] === count ? before : { ...before, [id]: count })),
      onKeep: (keeps: boolean) =>
        onKeep((before) => ((before[id] ?? false) === keeps ? before : { ...before, [id]: keeps })),
    }),
    [headingId, title, open, id, onOpen, onCount, onKeep],
  );
  return (
    <Place value={place}>
      <Content record={record} />
    </Place>
  );
}
