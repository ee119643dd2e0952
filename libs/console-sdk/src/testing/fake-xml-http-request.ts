/** A mocked response. The status defaults to 200. The body is sent as JSON, or as a file when it is a `Blob`. */
export interface FakeResponse {
  readonly status?: number;
  readonly body: unknown;
}

/** The body of an upload: the file and its `kind`. */
export interface RecordedUpload {
  readonly kind: unknown;
  readonly file: unknown;
}

/** A mock of what an upload uses of `XMLHttpRequest`. It reports 50 % progress at once and 100 % when `answer` resolves. */
export function createFakeXmlHttpRequest(
  answer: (method: string, url: string, headers: Headers, body: RecordedUpload) => Promise<FakeResponse>,
): new () => object {
  return class FakeXmlHttpRequest {
    readonly upload = new EventTarget();
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    status = 0;
    statusText = '';
    responseText = '';
    #method = '';
    #url = '';
    #isOver = false;
    readonly #headers = new Headers();

    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    async send(form: FormData): Promise<void> {
      this.#progress(0.5);
      try {
        const body = { kind: form.get('kind'), file: form.get('file') };
        const { status = 200, body: responseBody } = await answer(
          this.#method,
          this.#url,
          this.#headers,
          body,
        );
        this.#progress(1);
        this.status = status;
        this.responseText = JSON.stringify(responseBody);
        this.#end(this.onload);
      } catch {
        this.#end(this.onerror);
      }
    }

    abort(): void {
      this.#end(this.onabort);
    }

    #progress(share: number): void {
      if (this.#isOver) return;
      this.upload.dispatchEvent(
        new ProgressEvent('progress', { lengthComputable: true, loaded: share * 100, total: 100 }),
      );
    }

    #end(report: (() => void) | undefined): void {
      if (this.#isOver) return;
      this.#isOver = true;
      report?.();
      this.onloadend?.();
    }
  };
}
