/** The order id from the return URL, `/complete?token=…`; null if there is none. */
export function readOrderToken(): string | null {
  return new URLSearchParams(window.location.search).get('token') || null;
}
