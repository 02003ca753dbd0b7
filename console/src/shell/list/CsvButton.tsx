/** Exports a list, says how far it is, and ends it when asked. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { useLateBusy } from '../../ui/Busy.tsx';
import type { CsvExport } from './csv-export.ts';
import type { Total } from './paging.ts';
import css from './filters.module.css';

export function CsvButton({
  csv: { rows, chosen, start, cancel },
  total,
  label,
}: {
  csv: CsvExport;
  total: Total | null;
  /** What the button is called where there are several. */
  label?: string;
}) {
  const t = useText();
  const late = useLateBusy(rows !== null);
  const whole = chosen ?? (total?.exact ? total.count : null);
  const progressText =
    whole !== null
      ? t('list.exportingOf', { rows: rows ?? 0, total: whole })
      : t('list.exporting', { rows: rows ?? 0 });
  return (
    <>
      {late && <span className={css.exporting}>{progressText}</span>}
      <span role="status" className="vh">
        {late ? t('list.exportRuns') : ''}
      </span>
      <Button
        aria-busy={rows !== null}
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        // The second click of a slow double click meets the button that cancels.
        onClick={({ detail }) => {
          if (!late) start();
          else if (detail < 2) cancel();
        }}
      >
        {late ? t('list.cancelExport') : (label ?? t('list.export'))}
      </Button>
    </>
  );
}
