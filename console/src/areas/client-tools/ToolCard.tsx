/** One client tool: for which systems it is, in which versions, and its files with their sums. */
import { NativeSelect } from '@mantine/core';
import { filesOf, isKnownTool, type ClientTool } from '@signet/contract/client-tools';
import { whyNotVersion } from '@signet/contract/assistant/prerequisites';
import { IconExternalLink } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { StatusBadge, Tag } from '../../ui/State.tsx';
import css from './client-tools.module.css';
import { ToolFileRow } from './ToolFileRow.tsx';

type Props = {
  tool: ClientTool;
  /** The oldest version of an assistant that the platform takes; null for any. */
  minimum: string | null;
  /** The level of its heading, by what it stands below. */
  heading: 'h2' | 'h3';
};

export function ToolCard({ tool, minimum, heading: Heading }: Props) {
  const t = useText();
  const id = useId();
  const { versions, os, arch, link, hideVersion, isSensorCard, isAgentCard, isAssistant } = tool;
  const [version, setVersion] = useState(versions[0] ?? null);
  const name = isKnownTool(tool.id) && tool.name === null ? t(`clientTools.name.${tool.id}`) : tool.name;
  const about =
    isKnownTool(tool.id) && tool.short_description === null
      ? t(`clientTools.about.${tool.id}`)
      : tool.short_description;
  const isTooOld = (one: string): boolean => isAssistant && minimum !== null && whyNotVersion(one, minimum) !== null;
  const files = filesOf(tool, version);
  const layout = isSensorCard ? css.tiles : css.rows;
  return (
    <article className={`card ${css.card}`} aria-labelledby={id}>
      <header className={css.head}>
        <Heading id={id}>{name}</Heading>
        <div className={css.tags}>
          {os.map((system) => (
            <Tag key={system}>{system}</Tag>
          ))}
          {arch !== '' && <span className="sm t2">{arch}</span>}
        </div>
        <p className="sm t2">{about}</p>
      </header>
      {!hideVersion && version !== null && (
        <div className={css.version}>
          {versions.length > 1 ? (
            <NativeSelect
              size="xs"
              label={t('clientTools.version')}
              value={version}
              data={versions.map((one) => ({ value: one, label: one }))}
              onChange={(event) => setVersion(event.currentTarget.value)}
            />
          ) : (
            <p className="sm">{t('clientTools.oneVersion', { version })}</p>
          )}
          {isTooOld(version) && (
            <StatusBadge tone="bad">{t('clientTools.tooOld', { minimum: minimum ?? '' })}</StatusBadge>
          )}
        </div>
      )}
      {isSensorCard && <p className={css.ask}>{t('clientTools.sensorAsk')}</p>}
      {isAgentCard && <p className={css.ask}>{t('clientTools.agentAsk')}</p>}
      {files.length > 0 ? (
        <ul className={layout}>
          {files.map((file) => (
            <ToolFileRow key={`${file.folder}/${file.name}`} file={file} tool={name ?? tool.id} />
          ))}
        </ul>
      ) : (
        <p className={`sm t2 ${css.none}`}>{t('clientTools.none')}</p>
      )}
      {link !== null && (
        <a className={`sm ${css.more}`} href={link} rel="noreferrer" target="_blank">
          {t('clientTools.more')}
          <IconExternalLink size={14} stroke={1.75} aria-hidden />
        </a>
      )}
    </article>
  );
}
