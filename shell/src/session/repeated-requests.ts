import { z } from 'zod';
import { readStored, store } from '../page/stored.ts';

/** Requests of an address that are remembered and repeated at most. */
const maxRequests = 4;
/** A response that nobody has asked for by then may be outdated. */
const maxAgeMs = 10_000;
const storageKey = 'khmer-learning.requests';

const rememberedRequestSchema = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });
type RememberedRequest = z.infer<typeof rememberedRequestSchema>;

/** What a page asked for first at an address. */
const firstRequestsSchema = z.object({
  address: z.string(),
  userId: z.number(),
  requests: z.array(rememberedRequestSchema),
});

type Fetch = (url: string, request: RequestInit) => Promise<Response>;

const currentAddress = () => location.pathname + location.search + location.hash;
const keyOf = ({ url, headers }: RememberedRequest) => JSON.stringify([url, headers]);

/**
 * Sends what a reloaded page asked for first, because on a slow line its code would ask for it much later.
 * @returns a `fetch` for the API that takes over the response to such a request, once, and remembers the first requests of
 *   the page, until the user does something
 */
export function repeatFirstRequests(userId: number): Fetch {
  const address = currentAddress();
  const responses = new Map<string, Promise<Response>>();
  let requests: RememberedRequest[] = [];
  let isStarting = true;
  for (const event of ['pointerdown', 'keydown', 'hashchange'])
    addEventListener(event, () => (isStarting = false), { once: true });

  const before = readStored('sessionStorage', storageKey, firstRequestsSchema);
  if (before?.userId === userId && before.address === address) {
    requests = before.requests;
    for (const request of requests) {
      const response = fetch(request.url, { credentials: 'include', headers: request.headers });
      // Perhaps nobody takes it over: a request whose body is not read stays open.
      response.then((answered) => answered.clone().text()).catch(() => undefined);
      responses.set(keyOf(request), response);
    }
    setTimeout(() => responses.clear(), maxAgeMs);
  }

  function remember(request: RememberedRequest): void {
    if (!isStarting || requests.length === maxRequests || requests.some(({ url }) => url === request.url))
      return;
    requests = [...requests, request];
    store('sessionStorage', storageKey, { address, userId, requests });
  }

  return async (url, request) => {
    if (request.method !== 'GET') return fetch(url, request);
    const remembered = { url, headers: request.headers as Record<string, string> };
    remember(remembered);
    const response = responses.get(keyOf(remembered));
    responses.delete(keyOf(remembered));
    if (!response) return fetch(url, request);
    // What went wrong may be over.
    const answered = await response.catch(() => fetch(url, request));
    request.signal?.throwIfAborted();
    return answered;
  };
}
