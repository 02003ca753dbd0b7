/** What this platform offers of the client tools: it stands in the page that has loaded the console. */
import { OFFER_ELEMENT, withOffer, type ClientTool } from '@signet/contract/client-tools';

/** The catalogue (A-262: no call is needed). A page that says nothing, as that of the development, offers nothing. */
export function catalogue(): ClientTool[] {
  const text = document.getElementById(OFFER_ELEMENT)?.textContent;
  const offer: ClientTool[] = text ? JSON.parse(text) : [];
  return withOffer(offer);
}
