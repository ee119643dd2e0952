import { importMessages } from '@khmer-learning/contracts';
import { unzipSync, Zip, ZipDeflate } from 'fflate';
import { openTable } from './read-table.ts';
import { formatTable } from './write-table.ts';

it('a file that unpacks to more than 256 MB is left before it fills the memory', async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of formatTable('xlsx', [['Title']])) pieces.push(Buffer.from(piece));
  const parts = unzipSync(Buffer.concat(pieces));
  const packed: Uint8Array[] = [];
  const zip = new Zip((_error, bytes) => packed.push(bytes));
  for (const [name, content] of Object.entries(parts)) {
    const part = new ZipDeflate(name, { level: 1 });
    zip.add(part);
    const isSheet = name.endsWith('sheet1.xml');
    const end = content.length - '</sheetData></worksheet>'.length;
    part.push(isSheet ? content.subarray(0, end) : content, !isSheet);
    if (!isSheet) continue;
    const blank = Buffer.alloc(1024 * 1024, '<row/>');
    for (let megabyte = 0; megabyte < 300; megabyte += 1)
      part.push(blank.subarray(0, blank.length - (blank.length % 6)));
    part.push(content.subarray(end), true);
  }
  zip.end();
  const file = Buffer.concat(packed);
  expect(file.length).toBeLessThan(4 * 1024 * 1024);
  const before = process.memoryUsage().rss;
  const table = await openTable(async function* () {
    yield file;
  }, []);
  const readAll = async () => {
    for await (const _ of table.rows());
  };
  await expect(readAll()).rejects.toThrow(
    new RegExp(`${importMessages.tooLargeUnpacked}|${importMessages.tooManyRows}`),
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});
