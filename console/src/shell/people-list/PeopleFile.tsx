/** The way into the list by a file: choosing one, and a template to fill in. A list that is begun is asked about. */
import { Button, FileButton } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { showProblem } from '../../api/show-problem.ts';
import { sentenceGap, useLocale, useText } from '../../i18n/text.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { DialogFoot } from '../dialog/DialogFoot.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { faultKey, readPeopleFile, templateOf, type FileFault } from './people-file.ts';
import {
  withPeople,
  writtenRows,
  type ChangeRows,
  type Columns,
  type PersonRow,
  type PersonValues,
} from './people-rows.ts';
import css from './people-list.module.css';

/** A file that was read. */
type Read = { file: string; people: PersonValues[]; unknown: readonly string[] };
type Said = { file: string; fault: FileFault } | { file: string; count: number; unknown: readonly string[] };

type Props = { columns: Columns; rows: readonly PersonRow[]; onRows: ChangeRows };

export function PeopleFile({ columns, rows, onRows }: Props) {
  const t = useText();
  const locale = useLocale();
  const [said, setSaid] = useState<Said | null>(null);
  const [asked, setAsked] = useState<Read | null>(null);
  const [opened, setOpened] = useState(false);
  const listed = writtenRows(rows).length;
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  const forget = useRef<() => void>(null);
  async function take(file: File | null): Promise<void> {
    if (!file) return;
    // The same file again is read again: it may have been mended.
    forget.current?.();
    const read = await readPeopleFile(file, columns, locale);
    if ('fault' in read) return setSaid({ file: file.name, fault: read });
    const whole = { file: file.name, ...read };
    // What was typed while it was read counts too.
    if (writtenRows(latest.current).length === 0) return lay(whole, { adds: false });
    setAsked(whole);
    setOpened(true);
  }
  function lay({ file, people, unknown }: Read, { adds }: { adds: boolean }): void {
    setOpened(false);
    onRows((now) => withPeople(adds ? now : [], people));
    setSaid({ file, count: people.length, unknown });
  }
  return (
    <>
      <div className={css.acts}>
        <FileButton
          accept=".csv,.tsv,.txt,text/csv"
          resetRef={forget}
          onChange={(file) => void take(file).catch(showProblem)}
        >
          {(props) => (
            <Button variant="default" leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />} {...props}>
              {t('peopleList.file')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() =>
            saveFile({ name: 'people.csv', content: new Blob([templateOf(columns, locale)], { type: 'text/csv' }) })
          }
        >
          {t('peopleList.template')}
        </Button>
      </div>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('peopleList.fileTitle', { file: asked?.file ?? '' })}
      >
        <div className={css.question}>
          <p>{t('peopleList.fileAsk', { listed, read: asked?.people.length ?? 0 })}</p>
          <DialogFoot>
            <Button size="sm" variant="filled" onClick={() => asked && lay(asked, { adds: false })}>
              {t('peopleList.fileReplace')}
            </Button>
            <Button size="sm" onClick={() => asked && lay(asked, { adds: true })}>
              {t('peopleList.fileAdd')}
            </Button>
            <Button size="sm" data-autofocus onClick={() => setOpened(false)}>
              {t('common.cancel')}
            </Button>
          </DialogFoot>
        </div>
      </Dialog>
      {said && 'fault' in said && (
        <Banner tone="bad">
          <b>{said.file}</b>: {t(faultKey(said.fault), said.fault.params)}
        </Banner>
      )}
      {said && 'count' in said && (
        <Banner tone={said.unknown.length > 0 ? 'warn' : 'info'}>
          {t('peopleList.read', { count: said.count, file: said.file })}
          {sentenceGap()}
          {said.unknown.length > 0 && t('peopleList.unknown', { names: said.unknown.join(', ') })}
        </Banner>
      )}
    </>
  );
}
