import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

it('lists the texts of catalogues, servers, mails and manifests, with the English beside the Khmer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'translations-'));
  const file = join(folder, 'texts.csv');
  execFileSync(process.execPath, [join(__dirname, 'list-translations.mjs'), file]);
  const lines = readFileSync(file, 'utf8').split('\r\n');
  rmSync(folder, { recursive: true });
  expect(lines[0]).toBe('\uFEFF"File","Id","English","Khmer"');
  for (const line of [
    '"mf-users/src/messages/km.ts","role.student","Student","សិស្ស"',
    '"libs/console-sdk/src/messages/server-messages.km.ts","","Not found","រកមិនឃើញទេ"',
    '"mf-users/remote.manifest.ts","","Users","អ្នកប្រើ"',
  ])
    expect(lines).toContain(line);
  expect(lines.join()).toContain('"resetPassword.subject","Reset your Khmer Learning password",');
});
