/** The connection to the trust assistant, one for the page load, as components see it. */
import type { Command } from '@signet/contract/assistant/commands';
import { hasCapability } from '@signet/contract/assistant/prerequisites';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import { callPublic, type CallResponse } from '../../api/call.ts';
import type { Connection } from '../../assistant/connection.ts';
import { newConnector, type Connector } from '../../assistant/connector.ts';
import type { CommandResult } from '../../assistant/session.ts';
import { browserSurroundings } from './browser-surroundings.ts';

const SETTINGS = 'GET /account/ui-api/v1/trust-assistant';
export type AssistantSettings = CallResponse<typeof SETTINGS>;

/** What the platform says of the assistant, to pages before sign-in as well. */
export const assistantSettings = queryOptions({
  queryKey: [SETTINGS, null],
  queryFn: async (): Promise<AssistantSettings> => (await callPublic(SETTINGS)).data,
  staleTime: 60_000,
});

/** What the platform demands of the version; null for nothing, and before it is known. */
export const useDemandedVersion = (): string | null => useQuery(assistantSettings).data?.minimum_version ?? null;

export type { CommandResult };

/** The connection, below a gate. */
export const AssistantContext = createContext<Connector | null>(null);

let ofPage: { port: number; connector: Connector } | null = null;

/** That of the page load. Pages ask at one port. */
export function ownConnector(port: number): Connector {
  if (ofPage?.port !== port) ofPage = { port, connector: newConnector(browserSurroundings(port)) };
  return ofPage.connector;
}

/** Inside of a gate: commands are asked of it, `await assistant.ask('token', {})`. */
export function useAssistant(): Connector {
  const connector = use(AssistantContext);
  if (!connector) throw new Error('The trust assistant is asked inside of AssistantGate alone.');
  return connector;
}

/** What is known of it; renders again when that changes. */
export const useConnection = (assistant: Connector): Connection =>
  useSyncExternalStore(assistant.subscribe, assistant.connection);

/** Answers whether the assistant has a command: it says so by name, and its capability version is one that has it. */
export function useHasCommand(): (command: Command) => boolean {
  const { hello, commands } = useConnection(useAssistant());
  return (command) => commands.includes(command) && hasCapability(hello?.capability_version ?? '', command);
}
