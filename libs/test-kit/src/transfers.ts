import type { Import, ImportLine, ImportState } from '@khmer-learning/contracts';
import { eventually } from './eventually.ts';
import type { Answer, Call, CallOptions } from './service-calls.ts';

/** A file to be sent: its name and what is in it. */
export interface SentFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** Exports and imports of a service under test, called as the console calls them. */
export interface Transfers {
  /** The text of an export. */
  exported(url: string): Promise<Answer<string>>;
  /** Sends a file; `null` sends a form without one. */
  send(kind: string, file: SentFile | null, options?: CallOptions): Promise<Answer<Import>>;
  /** Waits, at most 20 s unless told, until an import has come to one of these states. */
  reached(id: number, states: readonly ImportState[], timeoutMs?: number): Promise<Import>;
  /** Sends a file and waits until it is checked, or has failed. */
  checked(kind: string, content: string | Buffer): Promise<Import>;
  /** Every line of an import. */
  lines(id: number, outcome?: string): Promise<ImportLine[]>;
  /** Sends a file, applies it, and waits for the end. */
  imported(kind: string, content: string | Buffer): Promise<Import>;
}

const boundary = 'boundary-of-the-test';
const pageOf = 100;

/** A multipart body with one file in the field `file`. */
export function multipartBody(file: SentFile | null): Buffer {
  const head = file
    ? `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
    : `--${boundary}\r\nContent-Disposition: form-data; name="note"\r\n\r\nnothing`;
  return Buffer.concat([
    Buffer.from(head),
    Buffer.from(file?.content ?? ''),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

/** What goes with {@link multipartBody}. */
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/**
 * @param call a service's calls; those that follow go to any instance that shares its database
 * @param at where the service has its imports: `/api/imports`
 */
export function transfersOf(call: Call, at = '/api/imports'): Transfers {
  const transfers: Transfers = {
    exported: (url) => call<string>('GET', url, undefined, { text: true }),

    send: (kind, file, options = {}) =>
      call<Import>('POST', `/api/import/${kind}`, multipartBody(file), {
        ...options,
        headers: { 'content-type': multipartType, ...options.headers },
      }),

    async reached(id, states, timeoutMs = 40_000) {
      return eventually(
        async () => {
          const { body } = await call<Import>('GET', `${at}/${id}`);
          expect(states).toContain(body.state);
          return body;
        },
        { timeoutMs },
      );
    },

    async checked(kind, content) {
      const { status, body } = await transfers.send(kind, { name: 'file', content });
      expect({ status, body }).toMatchObject({ status: 201, body: { state: 'checking' } });
      return transfers.reached(body.id, ['checked', 'failed']);
    },

    async lines(id, outcome = 'all') {
      const lines: ImportLine[] = [];
      for (let total = 1; lines.length < total; ) {
        const url = `${at}/${id}/lines?outcome=${outcome}&limit=${pageOf}&offset=${lines.length}`;
        const { body } = await call<{ lines: ImportLine[]; total: number }>('GET', url);
        lines.push(...body.lines);
        total = body.lines.length === 0 ? 0 : body.total;
      }
      return lines;
    },

    async imported(kind, content) {
      const { id } = await transfers.checked(kind, content);
      const { status, body } = await call<Import>('POST', `${at}/${id}/apply`);
      expect({ status, body }).toMatchObject({ status: 200 });
      return transfers.reached(id, ['applied', 'failed']);
    },
  };
  return transfers;
}
