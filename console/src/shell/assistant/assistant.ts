/** The connection to the trust assistant, one for the page load, as components see it. */
import { createContext, use, useSyncExternalStore } from 'react';
import type { Connection } from '../../assistant/connection.ts';
import { newConnector, type Connector } from '../../assistant/connector.ts';
import { browserSurroundings } from './browser-surroundings.ts';

/** Another connection than that of the page load: for tests. */
export const AssistantContext = createContext<Connector | null>(null);

const PORT = 8900;
let ofPage: Connector | null = null;

/** The connection; inside of an `AssistantGate` commands are asked of it: `await assistant.ask('token', {})`. */
export function useAssistant(): Connector {
  const given = use(AssistantContext);
  if (given) return given;
  ofPage ??= newConnector(browserSurroundings(PORT));
  return ofPage;
}

/** What is known of it; renders again when that changes. */
export const useConnection = (assistant: Connector): Connection =>
  useSyncExternalStore(assistant.subscribe, assistant.connection);
