import type { Import, ImportLine, ImportState } from '@khmer-learning/contracts';
import { eventually } from './eventually.ts';
import type { ServiceCaller, ServiceCallerOptions, ServiceResponse } from './service-caller.ts';

/** A file to be sent: its name and what is in it. */
export interface UploadFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** Exports and imports of a service under test, called as the console calls them. */
export interface TransferClient {
  /** The text of an export. */
  downloadExport(url: string): Promise<ServiceResponse<string>>;
  /** Sends a file; `null` sends a form without one. */
  upload(
    kind: string,
    file: UploadFile | null,
    options?: ServiceCallerOptions,
  ): Promise<ServiceResponse<Import>>;
  /** Waits, at most 20 s unless told, until an import has come to one of these states. */
  waitForState(id: number, states: readonly ImportState[], timeoutMs?: number): Promise<Import>;
  /** Sends a file and waits until it is checked, or has failed. */
  uploadAndCheck(kind: string, content: string | Buffer): Promise<Import>;
  /** Every line of an import. */
  listLines(id: number, outcome?: string): Promise<ImportLine[]>;
  /** Sends a file, applies it, and waits for the end. */
  importFile(kind: string, content: string | Buffer): Promise<Import>;
}

const boundary = 'boundary-of-the-test';
const linePageSize = 100;

/** A multipart body with one file in the field `file`. */
export function multipartBody(file: UploadFile | null): Buffer {
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
export const multipartContentType = `multipart/form-data; boundary=${boundary}`;

/**
 * @param call a service's calls; those that follow go to any instance that shares its database
 * @param importsPath where the service has its imports: `/api/imports`
 */
export function createTransferClient(call: ServiceCaller, importsPath = '/api/imports'): TransferClient {
  const client: TransferClient = {
    downloadExport: (url) => call<string>('GET', url, undefined, { text: true }),

    upload: (kind, file, options = {}) =>
      call<Import>('POST', `/api/import/${kind}`, multipartBody(file), {
        ...options,
        headers: { 'content-type': multipartContentType, ...options.headers },
      }),

    async waitForState(id, states, timeoutMs = 40_000) {
      return eventually(
        async () => {
          const { body } = await call<Import>('GET', `${importsPath}/${id}`);
          expect(states).toContain(body.state);
          return body;
        },
        { timeoutMs },
      );
    },

    async uploadAndCheck(kind, content) {
      const { status, body } = await client.upload(kind, { name: 'file', content });
      expect({ status, body }).toMatchObject({ status: 201, body: { state: 'checking' } });
      return client.waitForState(body.id, ['checked', 'failed']);
    },

    async listLines(id, outcome = 'all') {
      const lines: ImportLine[] = [];
      for (let total = 1; lines.length < total; ) {
        const url = `${importsPath}/${id}/lines?outcome=${outcome}&limit=${linePageSize}&offset=${lines.length}`;
        const { body } = await call<{ lines: ImportLine[]; total: number }>('GET', url);
        lines.push(...body.lines);
        total = body.lines.length === 0 ? 0 : body.total;
      }
      return lines;
    },

    async importFile(kind, content) {
      const { id } = await client.uploadAndCheck(kind, content);
      const { status, body } = await call<Import>('POST', `${importsPath}/${id}/apply`);
      expect({ status, body }).toMatchObject({ status: 200 });
      return client.waitForState(id, ['applied', 'failed']);
    },
  };
  return client;
}
