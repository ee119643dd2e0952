import type { Endpoint, ResponseOf } from '@khmer-learning/contracts';
import { ApiError, NetworkError } from './api-error.ts';

/** Long enough for a large file over a slow connection. Users can cancel the transfer. */
export const transferTimeoutMs = 10 * 60_000;

/** Options of a file transfer. */
export interface SendFileOptions {
  /** Called with the fraction of the file that has been sent, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Cancels the upload. */
  readonly signal?: AbortSignal | undefined;
}

interface SendFileRequest<E extends Endpoint> extends SendFileOptions {
  readonly endpoint: E;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: FormData;
}

async function parseResponse<E extends Endpoint>(endpoint: E, text: string): Promise<ResponseOf<E>> {
  try {
    return endpoint.response.parse(JSON.parse(text)) as ResponseOf<E>;
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** Sends a form by `XMLHttpRequest`: `fetch` reports no upload progress. Rejects as `ApiClient.call` does. */
export function sendFile<E extends Endpoint>({
  endpoint,
  baseUrl,
  headers,
  form,
  onProgress,
  signal,
}: SendFileRequest<E>) {
  return new Promise<ResponseOf<E>>((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abortSignal = AbortSignal.any([
      AbortSignal.timeout(transferTimeoutMs),
      ...(signal === undefined ? [] : [signal]),
    ]);
    const abort = () => request.abort();
    abortSignal.addEventListener('abort', abort, { once: true });

    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    });
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 200 || status > 299) reject(new ApiError(status, responseText, statusText));
      else parseResponse(endpoint, responseText).then(resolve, reject);
    };
    request.onerror = () => reject(new NetworkError(new Error('The connection was lost')));
    request.onabort = () => reject(signal?.aborted ? signal.reason : new NetworkError(abortSignal.reason));
    request.onloadend = () => abortSignal.removeEventListener('abort', abort);

    request.open(endpoint.method, baseUrl + endpoint.path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(form);
  });
}
