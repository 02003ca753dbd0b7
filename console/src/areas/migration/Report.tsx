/** What is here beside what came, table by table, and the files that prove it. */
import { Button } from '@mantine/core';
import type { Arrival } from '@signet/contract/areas/migration';
import type { MigrationReport } from '@signet/contract/areas/migration-report';
import { IconDownload } from '@tabler/icons-react';
import { call } from '../../api/call.ts';
import { readDownload } from '../../api/whole-file.ts';
import { useText } from '../../i18n/text.ts';
import { DetailSection } from '../../shell/detail/DetailPage.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { useStayWhile } from '../../shell/routing/stay-while.ts';
import { Banner } from '../../ui/Banner.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { tableName } from './names.ts';
import css from './migration.module.css';

const Sign = () => <IconDownload size={16} stroke={1.75} aria-hidden />;

export function Report({ arrival: { id, account }, report }: { arrival: Arrival; report: MigrationReport }) {
  const t = useText();
  const { busy, run } = useAct();
  useStayWhile(busy);
  const name = account?.friendly_identifier ?? id;
  const saveReport = async () => {
    const signed = await call('GET /account/ui-api/v1/migration/arrival/{id}/report', { params: { id } });
    const content = new Blob([`${JSON.stringify(signed, null, 2)}\n`], { type: 'application/json' });
    saveFile({ name: `migration-${name}.json`, content });
  };
  const saveHistory = async () => {
    const content = await readDownload(
      'GET /account/ui-api/v1/migration/arrival/{id}/history',
      { id },
      'application/jsonl',
    );
    saveFile({ name: `history-${name}.jsonl`, content });
  };
  return (
    <DetailSection
      title={t('migration.report')}
      actions={
        <>
          <Button leftSection={<Sign />} onClick={() => void run(saveReport)}>
            {t('migration.downloadReport')}
          </Button>
          <Button leftSection={<Sign />} onClick={() => void run(saveHistory)}>
            {t('migration.downloadHistory')}
          </Button>
        </>
      }
    >
      <Banner tone={report.same ? 'ok' : 'bad'}>{t(report.same ? 'migration.same' : 'migration.differs')}</Banner>
      <div className={`card ${css.report}`}>
        <table>
          <thead>
            <tr>
              {(['what', 'came', 'leftOut', 'changed', 'arrived', 'agree'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(`migration.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.tables
              .filter(({ came }) => came > 0)
              .map((one) => (
                <tr key={one.table}>
                  <th scope="row">{tableName(one.table)}</th>
                  <td className="num">{one.came}</td>
                  <td className="num">{one.left_out}</td>
                  <td className="num">{one.changed}</td>
                  <td className="num">{one.arrived}</td>
                  <td title={one.digest_arrived}>{t(`migration.agree.${one.same ? 'true' : 'false'}`)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </DetailSection>
  );
}
