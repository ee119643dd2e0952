/** The order that the provider sends somebody back from: `/complete?token=…`. Null when the address names none. */
export function readOrderToken(): string | null {
  return new URLSearchParams(window.location.search).get('token') || null;
}
