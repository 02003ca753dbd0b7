const LOOPBACK = /^(?:(?:[a-z\d-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether a host name, as the URL parser writes it, means the machine itself: no name server can make such a name lead
 * elsewhere.
 */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);
