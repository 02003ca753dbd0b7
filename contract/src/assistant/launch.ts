/** How a page starts an assistant that is installed and does not run (S-393). */

/** What installing the assistant registers with the system, so that its addresses open the assistant. */
export const LAUNCH_SCHEME = 'signet-assistant';
/** What follows the scheme says nothing: any page may open this address, so it must have no say in what happens. */
export const LAUNCH_ADDRESS = `${LAUNCH_SCHEME}:start`;
