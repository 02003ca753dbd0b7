/** Whether the browser asks who closes the page or loads it anew; they stay. */
export function isAskedToStay(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  dispatchEvent(new Event('pageshow'));
  return leaving.defaultPrevented;
}
