/**
 * Sets `EventSource`, which jsdom does not have. Remove it after the test: `Reflect.deleteProperty(globalThis, 'EventSource')`.
 *
 * @returns the streams that were opened, to which later ones are added
 */
export function fakeEventSource(): readonly EventTarget[] {
  const streams: EventTarget[] = [];
  class FakeEventSource extends EventTarget {
    constructor() {
      super();
      streams.push(this);
    }
    close() {}
  }
  Object.assign(globalThis, { EventSource: FakeEventSource });
  return streams;
}
