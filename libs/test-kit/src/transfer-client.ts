import type { BodyOf, contentImports, Import, ImportLine, ImportState } from '@khmer-learning/contracts';
import { read, write } from 'hucre';
import { eventually } from './eventually.ts';
import type { ServiceCaller, ServiceCallerOptions, ServiceResponse } from './service-caller.ts';

/** A file to upload. */
export interface UploadFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** Exports and imports of a service under test, called like the console does. */
export interface TransferClient {
  /** Downloads an export as text. */
  downloadExport(url: string): Promise<ServiceResponse<string>>;
  /** Uploads a file; `null` sends a form without a file. */
  upload(
    kind: string,
    file: UploadFile | null,
    options?: ServiceCallerOptions,
  ): Promise<ServiceResponse<Import>>;
  /** Waits until an import has one of these states; default time-out 40 s. */
  waitForState(id: number, states: readonly ImportState[], timeoutMs?: number): Promise<Import>;
  /** Uploads a file and waits until it is checked, has failed, or its columns must be chosen. */
  uploadAndCheck(kind: string, content: string | Buffer): Promise<Import>;
  /** All lines of an import. */
  listLines(id: number, outcome?: string): Promise<ImportLine[]>;
  /** Sends corrections or choices, and waits until the file is checked again. */
  checkAgain(id: number, choices: BodyOf<typeof contentImports.check>): Promise<ServiceResponse<Import>>;
  /** Uploads and applies a file, and waits until the import has ended. */
  importFile(kind: string, content: string | Buffer): Promise<Import>;
}

const boundary = 'boundary-of-the-test';
const linePageSize = 100;

/** Builds a multipart body with a file in the field `file`. */
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

/** The rows of an Excel file, as a spreadsheet program reads them. */
export async function readSpreadsheet(bytes: Buffer): Promise<string[][]> {
  const { sheets } = await read(bytes);
  return (sheets[0]?.rows ?? []).map((row) => row.map((cell) => String(cell ?? '')));
}

/** An Excel file as a spreadsheet program saves it. */
export const writeSpreadsheet = async (rows: string[][]): Promise<Buffer> =>
  Buffer.from(await write({ sheets: [{ name: 'Sheet1', rows }] }));

/** Content type of {@link multipartBody}. */
export const multipartContentType = `multipart/form-data; boundary=${boundary}`;

/**
 * Creates a client for exports and imports.
 *
 * @param call calls the service; with several instances on one database, any instance
 * @param importsPath path of the service's imports: `/api/imports`
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
      return client.waitForState(body.id, ['checked', 'failed', 'mapping']);
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

    async checkAgain(id, choices) {
      const response = await call<Import>('POST', `${importsPath}/${id}/check`, choices);
      if (response.status !== 200) return response;
      return { ...response, body: await client.waitForState(id, ['checked', 'failed']) };
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
