import { type PresentPage, presenceStream, presentPagesSchema } from '@khmer-learning/contracts';

/** The first delay before the stream is opened again, and the longest one. */
const reconnectMs = { first: 1_000, longest: 300_000 };

/** Who has which items open, on every page of the console. */
export interface PresenceStore {
  /** All pages with open items but this one; empty while that is not known. The same array until it changes. */
  others(): readonly PresentPage[];
  /** Says that this page has an item open, such as `lesson:42`. @returns ends that */
  open(item: string): () => void;
  subscribe(listener: () => void): () => void;
  /** Starts to connect when it is needed. @returns disconnects */
  connect(): () => void;
}

const nobody: readonly PresentPage[] = [];

/**
 * Creates the store. It has one stream, as long as this page has an item open, or is visible and shows who has items
 * open: a browser without HTTP/2 has few connections. What is open is in the stream's address, so it is opened again for
 * every change. Without an answer, nobody is shown.
 */
export function createPresenceStore(userId: number): PresenceStore {
  const page = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const listeners = new Set<() => void>();
  const items: string[] = [];
  let others = nobody;
  let stream: EventSource | null = null;
  let address: string | null = null;
  let isConnecting = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setOthers = (pages: readonly PresentPage[]) => {
    if (JSON.stringify(pages) === JSON.stringify(others)) return;
    others = pages;
    for (const listener of listeners) listener();
  };

  const wantedAddress = () => {
    const isNeeded = items.length > 0 || (listeners.size > 0 && document.visibilityState === 'visible');
    const query = new URLSearchParams({ page, open: [...new Set(items)].join(',') });
    return isConnecting && isNeeded ? `${presenceStream.path}?${query}` : null;
  };

  function update(): void {
    const wanted = wantedAddress();
    if (wanted === address) return;
    stream?.close();
    stream = null;
    address = wanted;
    if (address === null) setOthers(nobody);
    else openStream(address);
  }

  function openStream(url: string): void {
    const opened = new EventSource(url);
    stream = opened;
    opened.addEventListener('presence', ({ data }) => {
      const pages = presentPagesSchema.safeParse(parseJson(data));
      if (stream !== opened || !pages.success) return;
      failures = 0;
      setOthers(pages.data.filter((one) => one.page !== page || one.userId !== userId));
    });
    opened.addEventListener('error', () => {
      if (stream !== opened) return;
      // Browsers retry at a fixed rate, and never after a refusal.
      opened.close();
      stream = null;
      if (failures > 0) setOthers(nobody);
      const delayMs = Math.min(reconnectMs.first * 2 ** failures, reconnectMs.longest);
      failures += 1;
      schedule(delayMs * (0.5 + Math.random()));
    });
  }

  /** Gathers changes: a form that is opened again closes first. */
  function schedule(delayMs = 0): void {
    if (typeof EventSource === 'undefined') return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (stream === null) address = null;
      update();
    }, delayMs);
  }

  return {
    others: () => others,
    open(item) {
      items.push(item);
      schedule();
      return () => {
        items.splice(items.indexOf(item), 1);
        schedule();
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      schedule();
      return () => {
        listeners.delete(listener);
        schedule();
      };
    },
    connect() {
      const onVisibilityChange = () => schedule();
      isConnecting = true;
      schedule();
      document.addEventListener('visibilitychange', onVisibilityChange);
      return () => {
        isConnecting = false;
        document.removeEventListener('visibilitychange', onVisibilityChange);
        clearTimeout(timer);
        update();
      };
    },
  };
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
