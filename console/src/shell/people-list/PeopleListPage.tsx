/** The page of such a list: a file or typing, the table, what holds for all, and a button that checks, then creates. */
import { LIMITS } from '@signet/contract/limits';
import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { DraftNotice } from '../form/DraftNotice.tsx';
import { FormSummary } from '../form/FormSummary.tsx';
import type { FormShell } from '../form/form-shell.ts';
import { useDraft } from '../form/use-draft.ts';
import { useFirstFocus } from '../keyboard/first-focus.ts';
import { UnsavedGuard } from '../form/UnsavedGuard.tsx';
import { PeopleFile } from './PeopleFile.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { isEmpty } from './people-rows.ts';
import type { Counts, PeopleList } from './use-people-list.ts';
import css from './people-list.module.css';

type Props<V extends Record<string, unknown>> = {
  list: PeopleList;
  shell: FormShell<V>;
  title: string;
  lead: string;
  /** What its area says of it. */
  words: { isThere: string; nobodyLeft: string; verdict: (counts: Counts) => string; act: (count: number) => string };
  onCancel: () => void;
  /** What holds for all of them. */
  children: ReactNode;
};

export function PeopleListPage<V extends Record<string, unknown>>(props: Props<V>) {
  const { list, shell, title, lead, words, onCancel, children } = props;
  const t = useText();
  const ofForm = useDraft(shell);
  const restored = list.restored ?? ofForm.restored;
  const { checked } = list;
  const ready = list.verdict(shell.values);

  // Whoever has something to mend is led to it; the others go on with the button that they are at.
  const verdict = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (checked && checked.counts.refused > 0) verdict.current?.focus();
  }, [checked]);

  // Whoever has a file finds its button before; the others type.
  const table = useRef<HTMLDivElement>(null);
  useFirstFocus(table);

  const written = list.rows.filter((row) => !isEmpty(row)).length;
  const whyNot =
    written === 0
      ? t('peopleList.nobodyListed')
      : written > LIMITS.bulkMax
        ? t('peopleList.tooMany', { max: LIMITS.bulkMax })
        : ready?.create === 0
          ? words.nobodyLeft
          : null;
  return (
    <>
      <PageTitle title={title} lead={lead} />
      {restored && (
        <DraftNotice
          restored={restored}
          labelOf={shell.labelOf}
          onDiscard={() => {
            list.discard();
            ofForm.discard();
          }}
        />
      )}
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => (whyNot === null ? shell.onSubmit(event) : event.preventDefault())}
      >
        <FormSummary shell={shell} />
        <FormGroup title={t('peopleList.people')}>
          <PeopleFile
            columns={list.columns}
            rows={list.rows}
            onRows={(read) => {
              list.onRows(read);
              list.setPage(0);
            }}
          />
          {/* Its place is there before the verdict is, which else would not be read out everywhere. */}
          <div role="status" className={css.verdict} ref={verdict} tabIndex={-1}>
            {ready && (
              <Banner tone={ready.refused > 0 ? 'bad' : ready.create === 0 ? 'info' : 'ok'}>
                {words.verdict(ready)} {ready.refused > 0 && t('peopleList.mend')}
              </Banner>
            )}
          </div>
          <div ref={table}>
            <PeopleTable
              rows={list.rows}
              columns={list.columns}
              isThere={words.isThere}
              asked={list.page}
              onAsk={list.setPage}
              onChange={list.onRows}
            />
          </div>
        </FormGroup>
        <div className={css.forAll}>{children}</div>
        <FormFooter
          submit={ready ? words.act(ready.create) : t('peopleList.check')}
          busy={shell.busy}
          reason={whyNot}
          onCancel={onCancel}
        />
      </form>
      <UnsavedGuard dirty={written > 0 && !shell.busy} />
    </>
  );
}
