import {
  type PresentPage,
  presenceLimits,
  presenceStream,
  presentPagesSchema,
} from '@khmer-learning/contracts';

/** The first delay before the stream is opened again, and the longest one. */
const reconnectMs = { first: 1_000, longest: 300_000 };

/** Who has the items open that this page has open or shows. */
export type PresenceStore = ReturnType<typeof createPresenceStore>;

const nobody: readonly PresentPage[] = [];

/**
 * Creates the store. It has one stream, as long as this page has an item open, or is visible and shows who has: a browser without HTTP/2
 * has few connections. What is open and shown is in its address, so it is opened again for every change, but not when less is shown.
 * Without an answer, nobody is shown.
 */
export function createPresenceStore(userId: number) {
  const page = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const listeners = new Map<() => void, string | undefined>();
  const saveListeners = new Map<() => void, string>();
  const items: string[] = [];
  let others = nobody;
  let stream: EventSource | null = null;
  let address: Address | null = null;
  let isConnecting = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setOthers = (pages: readonly PresentPage[]) => {
    if (JSON.stringify(pages) === JSON.stringify(others)) return;
    others = pages;
    for (const listener of listeners.keys()) listener();
  };

  const wantedAddress = (): Address | null => {
    const isNeeded = items.length > 0 || (listeners.size > 0 && document.visibilityState === 'visible');
    if (!isConnecting || !isNeeded) return null;
    const open = [...new Set(items)].join(',');
    const shown = [...new Set(listeners.values())]
      .filter((item): item is string => item !== undefined && !items.includes(item))
      .sort();
    return { open, shown: shown.slice(0, presenceLimits.shownPerPage) };
  };

  function update(): void {
    const wanted = wantedAddress();
    if (isCoveredBy(wanted, address)) return;
    stream?.close();
    stream = null;
    address = wanted;
    if (address === null) setOthers(nobody);
    else openStream(address);
  }

  function openStream({ open, shown }: Address): void {
    const query = new URLSearchParams({ page, open, shown: shown.join(',') });
    const opened = new EventSource(`${presenceStream.path}?${query}`);
    stream = opened;
    opened.addEventListener('presence', ({ data }) => {
      const pages = presentPagesSchema.safeParse(parseJson(data));
      if (stream !== opened || !pages.success) return;
      failures = 0;
      setOthers(pages.data.filter((one) => one.page !== page || one.userId !== userId));
    });
    opened.addEventListener('saved', ({ data }) => {
      for (const [listener, item] of [...saveListeners]) if (item === data) listener();
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
    /** The other pages that have such items open; empty while that is not known. The same array until it changes. */
    others: () => others,
    /** Says that this page has an item open, such as `lesson:42`. @returns ends that */
    open(item: string) {
      items.push(item);
      schedule();
      return () => {
        items.splice(items.indexOf(item), 1);
        schedule();
      };
    },
    /** Calls the listener when others open or close an item that is shown, such as this one. @returns ends that */
    subscribe(listener: () => void, item?: string) {
      listeners.set(listener, item);
      schedule();
      return () => {
        listeners.delete(listener);
        schedule();
      };
    },
    /** Calls the listener when an item that this page has open was saved, by this page too. @returns ends that */
    onSaved(item: string, listener: () => void) {
      saveListeners.set(listener, item);
      return () => void saveListeners.delete(listener);
    },
    /** Starts to connect when it is needed. @returns disconnects */
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

/** What a stream is told about. */
interface Address {
  readonly open: string;
  readonly shown: readonly string[];
}

/** Whether a stream tells all that is wanted. */
function isCoveredBy(wanted: Address | null, given: Address | null): boolean {
  if (wanted === null || given === null) return wanted === given;
  return wanted.open === given.open && wanted.shown.every((item) => given.shown.includes(item));
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
